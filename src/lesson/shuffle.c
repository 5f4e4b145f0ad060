// The place of the right choice is dealt by the lesson, and turned by the reader; the others follow
// by chance. Dealt and not drawn: among three questions chance alone puts all of them at b once in
// nine times.
#include "lesson/shuffle.h"

#include "base/hash.h"

enum { MOST_PLACES = 26 };

typedef struct Dealer {
    uint64_t dealt; // of the lesson alone
    uint64_t drawn; // of lesson and reader
    uint64_t reader;
    int used[MOST_PLACES]; // how often the right choice has stood there, before it is turned
} Dealer;

// splitmix64, by Vigna
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

// One of the places that were used least.
static int deal(Dealer *dealer, int places)
{
    int least = dealer->used[0], free = 0;
    for (int i = 1; i < places; i++) {
        if (dealer->used[i] < least) least = dealer->used[i];
    }
    for (int i = 0; i < places; i++) free += dealer->used[i] == least;
    int nth = (int)(next(&dealer->dealt) % (uint64_t)free), place = 0;
    while (dealer->used[place] != least || nth-- > 0) place++;
    dealer->used[place]++;
    return (int)(((uint64_t)place + dealer->reader % (uint64_t)places) % (uint64_t)places);
}

static void swap(Choice *a, Choice *b)
{
    Choice moving = *a;
    *a = *b;
    *b = moving;
}

static void shuffle(Prediction *prediction, Dealer *dealer)
{
    int count = prediction->choice_count, right = 0;
    if (count < 2 || count > MOST_PLACES) return;
    Choice *choices = prediction->choices;
    while (right + 1 < count && !choices[right].right) right++;
    swap(&choices[right], &choices[count - 1]);
    for (int i = count - 2; i > 0; i--) // Fisher and Yates
        swap(&choices[i], &choices[next(&dealer->drawn) % (uint64_t)(i + 1)]);
    swap(&choices[count - 1], &choices[deal(dealer, count)]);
}

void shuffle_choices(Lesson *lesson, uint64_t reader)
{
    Dealer dealer = {.dealt = hash_text(str_from(lesson->name)), .reader = reader};
    dealer.drawn = dealer.dealt ^ reader;
    for (int s = 0; s < lesson->step_count && reader; s++) {
        Step *step = &lesson->steps[s];
        for (int b = 0; b < step->count; b++) {
            if (step->blocks[b].kind == BLOCK_PREDICTION)
                shuffle(&step->blocks[b].prediction, &dealer);
        }
    }
}
