// Spaced repetition, by whole days. An answer before its day changes nothing if it is right.
#include "state/state.h"

// Files of earlier versions have no days: what was missed there is due.
static int interval_of(const StateAnswer *answer)
{
    return answer->again ? answer->again : !answer->right;
}

int review_overdue(const StateAnswer *answer, int today)
{
    int interval = interval_of(answer);
    int64_t days = (int64_t)today - answer->asked;
    if (interval == 0) return -1;
    if (days < -1) return 0; // the clock was wrong; a day may come from another time zone
    return days < interval ? -1 : (int)days - interval;
}

static int longer(int interval)
{
    return interval < 3 ? 3 : interval < 7 ? 7 : 0;
}

void review_plan(StateAnswer *answer, const StateAnswer *before, bool at_once)
{
    int interval = before ? interval_of(before) : 0;
    if (!answer->right || (!at_once && interval == 0)) {
        answer->again = 1;
    } else if (!at_once) {
        answer->again = interval;
    } else if (before && review_overdue(before, answer->asked) < 0) {
        answer->asked = before->asked;
        answer->again = before->again;
    } else {
        answer->again = interval ? longer(interval) : 0;
    }
}
