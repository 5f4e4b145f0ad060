// Keeps the runs with other sentences beside the walk, each as long as the walk.
#include "walk/edits/donor.h"

#include "study/names/title.h"
#include "walk/edits/words.h"

#include <string.h>

typedef struct DonorRun {
    const char *sentence;
    Walk *walk;
    struct DonorRun *next;
} DonorRun;

size_t donors_bytes(const Walk *walk)
{
    size_t bytes = 0;
    for (const DonorRun *one = walk->edits.donors; one; one = one->next)
        bytes += run_bytes(one->walk->ran.run);
    return bytes;
}

void donors_free(Walk *walk)
{
    for (DonorRun *one = walk->edits.donors; one; one = one->next) walk_beside_free(one->walk);
    walk->edits.donors = NULL;
}

static DonorRun *find(const Walk *walk, const char *sentence)
{
    DonorRun *one = walk->edits.donors;
    while (one && strcmp(one->sentence, sentence) != 0) one = one->next;
    return one;
}

// NULL: the error says why.
static DonorRun *run(Walk *walk, const Override *words, Error *error)
{
    Walk *other = NEW(&walk->arena, Walk);
    *other = walk_unrun(walk);
    walk_run(other, overrides_in_force(words, 1, NULL, &other->ran.arena), walk_bytes(walk));
    if (rerun_watch_stops(walk))
        error_set(error, NULL, WALK_STOPPED);
    else if (other->ran.error.set && !walk->ran.error.set)
        error_set(error, NULL, "with \"%s\" the program stops: %s", words->words,
                  str_copy(error->arena, str_from(other->ran.error.message)));
    if (error->set) {
        walk_beside_free(other);
        return NULL;
    }
    DonorRun *made = NEW(&walk->arena, DonorRun);
    *made = (DonorRun){words->words, other, walk->edits.donors};
    return walk->edits.donors = made;
}

// A part is at the same place in both only where they are alike.
static bool check_shape(const Walk *walk, const DonorRun *donor, const Override *what, Error *error)
{
    const Trace *own = walk->original ? walk->original->trace : walk->trace;
    const Trace *its = donor->walk->trace;
    int here = override_entry(own, what, 0), there = override_entry(its, what, 0);
    if (here < 0 || there < 0)
        return error_set(error, NULL, "with \"%s\" the program does not compute that",
                         donor->sentence);
    const Shape *shape = trace_shape(own, here), *other = trace_shape(its, there);
    if (shape_equal(shape, other)) return true;
    error_set(error, NULL, "%s has the shape %s, and with \"%s\" it has %s",
              tensor_title(own, here, error->arena), shape_tuple(error->arena, shape),
              donor->sentence, shape_tuple(error->arena, other));
    return error_hint(error, "a sentence of as many tokens");
}

bool donor_take(Walk *walk, Str sentence, Override *what, Error *error)
{
    Override words;
    if (!words_whole(walk, sentence, &words, error)) return false;
    DonorRun *donor = find(walk, words.words);
    if (!donor) donor = run(walk, &words, error);
    if (!donor || !check_shape(walk, donor, what, error)) return false;
    what->hold.sentence = donor->sentence;
    what->donor = donor->walk->trace;
    return true;
}
