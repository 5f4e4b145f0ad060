// Which screens there are. Each is one file (in screens/; what finds something by its name in
// find/) with its state, its view and its keys, and one row here.
#pragma once

// In the order of the help. On those before TYPING single keys act.
#define SCREENS(SCREEN)                                                                            \
    SCREEN(WALK, walk_screen)                                                                      \
    SCREEN(PRESENT, present_screen) /* one equation at a time, for a projector */                  \
    SCREEN(NOTES, notes_screen)     /* the presenter's notes, in another terminal */               \
    SCREEN(STEPS, steps_screen)                                                                    \
    SCREEN(HELP, help_screen)                                                                      \
    SCREEN(COST, cost_screen)                                                                      \
    SCREEN(WHY, why_screen)                                                                        \
    SCREEN(REACH, reach_screen)                                                                    \
    SCREEN(WHATIF, whatif_screen)                                                                  \
    SCREEN(CHANGES, changes_screen)                                                                \
    SCREEN(CLOSING, closing_screen) /* behind the last number of a lesson */                       \
    SCREEN(LESSONS, lessons_screen)                                                                \
    SCREEN(FIGURE, figure_screen)                                                                  \
    SCREEN(PREVIEW, preview_screen) /* the figure itself */                                        \
    SCREEN(LARGE, large_screen)                                                                    \
    SCREEN(HEADS, heads_screen)                                                                    \
    SCREEN(SURVEY, survey_screen) /* those of all layers */                                        \
    SCREEN(FRAMES, frames_screen) /* a name through a loop */                                      \
    SCREEN(FLOW, flow_screen)                                                                      \
    SCREEN(ARROWS, arrows_screen)     /* query and keys as directions */                           \
    SCREEN(NEXT, next_screen)         /* the next token's chances, and the settings for them */    \
    SCREEN(CONTENTS, contents_screen) /* what is in a program */                                   \
    SCREEN(GLOSSARY, glossary_screen) /* the terms of the course */                                \
    SCREEN(OUTLINE, outline_screen)                                                                \
    SCREEN(MAP, map_screen)                                                                        \
    SCREEN(TYPING, typing_screen) /* a number or an answer, on the screen below */                 \
    SCREEN(PROMPT, prompt_screen)                                                                  \
    SCREEN(BLANK, blank_screen) /* a projector that shows nothing */                               \
    SCREEN(SMALL, small_screen) /* no room for any of them */

typedef enum ScreenId {
#define SCREEN_ID(NAME, screen) SCREEN_##NAME,
    SCREENS(SCREEN_ID)
#undef SCREEN_ID
        SCREEN_COUNT
} ScreenId;

// The same as members of sets.
enum {
#define SCREEN_BIT(NAME, screen) ON_##NAME = 1 << SCREEN_##NAME,
    SCREENS(SCREEN_BIT)
#undef SCREEN_BIT
        ON_ALL = ON_TYPING - 1, // the screens where single keys act
};
_Static_assert(SCREEN_COUNT < 31, "a set of screens is an int");
