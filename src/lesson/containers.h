// The lists and quotes that are open at a place of a Markdown text: they say what a paragraph
// there is. A stack without recursion, so that nesting may be as deep as somebody types it.
#pragma once

#include "lesson/lesson.h"

typedef enum ContainerKind { CONTAINER_QUOTE, CONTAINER_LIST, CONTAINER_ITEM } ContainerKind;

typedef struct Container {
    ContainerKind kind;
    const char *marker; // of an item, until its first paragraph takes it
    unsigned number;    // of a numbered list's next item
    char delimiter;     // "." or ")" behind it; 0: not numbered
} Container;

typedef struct Containers {
    Arena *arena;
    Container *items;
    int count;
    size_t capacity;
    int levels; // how many of them are lists or quotes
} Containers;

void containers_push(Containers *open, Container container);
void containers_pop(Containers *open);

// An item of the innermost list: "-" or its number.
void containers_push_item(Containers *open);

// The empty paragraph that text at this place belongs to.
Paragraph containers_paragraph(Containers *open);

// The number of lists and quotes, as a paragraph's depth.
int containers_depth(const Containers *open);
