// Keeps the stack of open lists and quotes while Markdown is read. The marker of a list item ("-"
// or "2.") belongs to its first paragraph only; further paragraphs of the item are just indented.
#include "lesson/containers.h"

void containers_push(Containers *open, Container container)
{
    open->items = arena_grow(open->arena, open->items, (size_t)open->count, &open->capacity,
                             sizeof *open->items);
    open->items[open->count++] = container;
    open->levels += container.kind != CONTAINER_ITEM;
}

void containers_pop(Containers *open)
{
    open->levels -= open->items[--open->count].kind != CONTAINER_ITEM;
}

void containers_push_item(Containers *open)
{
    Container *list = &open->items[open->count - 1];
    const char *marker = "-";
    if (list->delimiter) {
        marker = arena_printf(open->arena, "%u%c", list->number++, list->delimiter);
    }
    containers_push(open, (Container){.kind = CONTAINER_ITEM, .marker = marker});
}

int containers_depth(const Containers *open)
{
    return open->levels < LESSON_DEPTH ? open->levels : LESSON_DEPTH;
}

Paragraph containers_paragraph(Containers *open)
{
    if (open->count == 0) return (Paragraph){.kind = PARAGRAPH_TEXT};
    Container *inner = &open->items[open->count - 1];
    Paragraph paragraph = {.depth = containers_depth(open) - 1, .marker = inner->marker};
    paragraph.kind = inner->kind == CONTAINER_QUOTE ? PARAGRAPH_QUOTE : PARAGRAPH_ITEM;
    inner->marker = NULL;
    return paragraph;
}
