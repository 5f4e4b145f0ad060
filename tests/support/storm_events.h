// What happens in a storm: tables of events, each with how often it is done.
#pragma once

#include "support/storm.h"

typedef struct StormEvent {
    int share; // of the sum of the table
    void (*run)(Storm *storm);
} StormEvent;

extern const StormEvent storm_keys[];  // as people press them, and clicks
extern const StormEvent storm_bytes[]; // what terminals and lines send: any bytes, answers, pastes
extern const StormEvent storm_mouse[]; // whatever a mouse and its terminal report
extern const StormEvent storm_edits[]; // numbers typed into cells, undo and redo
extern const StormEvent storm_prompts[]; // text typed into the palette, the search, "go to", marks

// Single events that several tables have.
void storm_press_action(Storm *storm);
void storm_press_entry(Storm *storm);
void storm_press_any_character(Storm *storm);
void storm_click(Storm *storm);
void storm_turn_wheel(Storm *storm);
void storm_paste_words(Storm *storm);
void storm_paste_anything(Storm *storm);
void storm_type_half(Storm *storm);
void storm_press_all(Storm *storm, const char *text); // each character, as somebody types it

// An element of a constant array.
#define ANY_OF(storm, list) ((list)[storm_any(storm, (int)(sizeof(list) / sizeof *(list)))])

void storm_do(Storm *storm, const StormEvent *events); // one of them
void storm_change_size(Storm *storm);

// A whole storm, with STORM_KEYS and STORM_SIZES or these. Returns which screens were seen.
unsigned storm_run(const char *lesson, TuiMode mode, const StormEvent *events, int count,
                   int sizes);
