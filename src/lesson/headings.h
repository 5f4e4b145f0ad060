// The comments of a listing that are headings: "# Step 1: …", "# %% …", "# In[3]:", "# 2. …",
// "# ---- … ----" and a line between two rules.
#pragma once

#include "lesson/python.h"

typedef struct Heading {
    Str title;        // empty: a cell without a title
    bool is_markdown; // "# %% [markdown]", "# # Title": the comments that follow are Markdown
    int end;          // the line behind the heading
} Heading;

// Is there a heading at `line`, and may the listing be cut there?
bool heading_find(const PythonText *python, int line, Heading *heading);
