// Words in place of those of a sentence of the program, and what follows from them.
//
// A sentence is a text of several words, or a list of texts, that is in the lesson's code. It
// is called by the name that it is given there, `sentence = "…"`, or that its words are, `tokens =
// sentence.split()`; one without a name by itself, in quotes. Edited, it is another one wherever
// the program writes it; edits of words are edits like those of numbers (walk/edits/edit.h).
#pragma once

#include "walk/edits/edit.h"

typedef struct Sentence {
    const char *name;  // "sentence", or in quotes what it says
    const char *alias; // of its words: "tokens"; or NULL
    const char *words; // as the program has them, a space between them
    Span span;
    int step;
} Sentence;

void words_find(Walk *walk); // all sentences of its lesson, once

// The sentence whose word number `index` labels the cell along a dimension; NULL: no word does.
const Sentence *word_of_cell(const Walk *walk, Cell cell, int dim, int *index);

// Is it the name of a sentence, or of a word: "sentence[5]"?
bool words_are_named(const Walk *walk, Str what);
// As edit_add().
bool words_add(Walk *walk, Str what, Str typed, Error *error);

// What is typed: the number of a word, the word itself or its name, and what is to be there:
// "5 zu", "auf zu", "sentence[5] zu". Without a name it is the sentence at hand: that of the
// selected cell, else of this step, else the one before. Errors: no such word; one that the program
// does not know, and then all is as it was. False without an error: it was stopped.
bool walk_word(Walk *walk, Str typed, Error *error);
// The same for all words of a sentence: the one at hand where its words label attention, else the
// first whose words do. Error as well: more or fewer words than the program has rows for.
bool walk_tokens(Walk *walk, Str typed, Error *error);
// The word that labels the selected cell along a dimension.
bool walk_word_of_cell(Walk *walk, int dim, Str typed, Error *error);

// What would put these words in the place of the sentence whose words label attention, or that is
// at hand; nothing is changed. Errors: there is none.
bool words_whole(Walk *walk, Str words, Override *what, Error *error);

// What the edit of a sentence is to be called: "sentence", or "sentence[5]" where it is one word
// that is another one.
const char *words_name(const Walk *walk, const Override *override, Arena *arena);
// That word, or all of them: what the program says, and what is said instead.
void words_pair(const Override *override, Arena *arena, const char **before, const char **now);
