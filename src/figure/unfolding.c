// Every moment is the same equation, read anew with the cells that are open and the arithmetic as
// far as it has come. The room is that of the largest moment: arithmetic with long numbers may need
// more than that of the cell chosen.
#include "figure/unfolding.h"

#include <math.h>

static EquationAsk ask_at(const Unfolding *unfolding, int moment)
{
    EquationAsk ask = unfolding->ask;
    if (unfolding->count) ask.moment = &unfolding->moments[moment];
    return ask;
}

static int frames_of(const Unfolding *unfolding)
{
    return unfolding->count ? unfolding->count : 1;
}

void unfolding_equation(const Unfolding *unfolding, int moment, FigureEquation *equation,
                        const Pen *pen)
{
    EquationAsk ask = ask_at(unfolding, moment);
    equation_read(equation, &ask, pen);
}

static void measure(Unfolding *unfolding, const Pen *pen)
{
    unfolding->width = unfolding->height = 0;
    for (int i = 0; i < frames_of(unfolding); i++) {
        FigureEquation equation;
        unfolding_equation(unfolding, i, &equation, pen);
        unfolding->width = fmax(unfolding->width, equation.width);
        unfolding->height = fmax(unfolding->height, equation.height);
    }
}

void unfolding_read(Unfolding *unfolding, const EquationAsk *ask, const Moment *moments, int count,
                    const FigureLook *look, const Pen *pen)
{
    *unfolding = (Unfolding){.ask = *ask, .moments = moments, .count = count};
    measure(unfolding, pen);
    double scale = equation_scale(unfolding->width, unfolding->height, look);
    for (int form = 1; form < EQUATION_FORMS && scale < 1; form++) {
        Unfolding other = *unfolding;
        other.ask = equation_form(*ask, form);
        measure(&other, pen);
        double others = equation_scale(other.width, other.height, look);
        if (others <= scale) continue;
        *unfolding = other;
        scale = others;
    }
}

double unfolding_seconds(const Unfolding *unfolding, int moment)
{
    const double begin = 1, step = 0.8, end = 2.4;
    if (moment == frames_of(unfolding) - 1) return end;
    return moment == 0 ? begin : step;
}
