// Days follow from the local date, so that one begins at midnight also where clocks are changed.
#include "base/machine/clock.h"

#include <stdlib.h>

int clock_today(void)
{
    const char *set = getenv("QKV_NOW");
    time_t now = set && *set ? (time_t)strtoll(set, NULL, 10) : time(NULL);
    struct tm date;
    tzset();
    if (!localtime_r(&now, &date)) return 1;
    // POSIX, "Seconds Since the Epoch"
    int year = date.tm_year, leaps = (year - 69) / 4 - (year - 1) / 100 + (year + 299) / 400;
    int day = date.tm_yday + (year - 70) * 365 + leaps;
    return year < 70 || day < 1 ? 1 : day;
}
