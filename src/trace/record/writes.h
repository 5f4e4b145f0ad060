// Writes in place, and how the trace stays true in spite of them.
#pragma once

#include "trace/trace.h"

// What may still be recorded, and where the program is.
typedef struct Recording {
    Call *spare;                      // of a call that recorded nothing
    Call *unrecorded, *unused;        // where the program is beyond `inside`; to be used again
    int first_call;                   // of the statement
    bool is_full;                     // the statement has recorded as much as it may
    bool skips;                       // the iteration of `loop` is none of those to be recorded
    int entries_to_keep;              // as many as there may be at the end of the statement
    size_t kept_bytes, bytes_to_keep; // of tensors that only the trace has; as many as it may have
    size_t entry_capacity, call_capacity;
} Recording;

// Has no recorded tensor seen the storage yet (torch.empty, before it is used)? What is then
// written to it spoils nothing: the tensor can be recorded afterwards as a constant.
bool tensor_is_unrecorded(const Tensor *tensor);
// Was what the tensor holds written in place, and that recorded?
bool writes_changed(const Trace *trace, const Tensor *tensor);

// Gives recorded tensors that share the target's storage a copy of their own, so that they do not
// see what is about to be written. False when the copies do not fit the budget.
bool writes_preserve(Trace *trace, Tensor *target, Error *error);

// Remembers that `entry` holds what was just written through `target`.
void writes_record(Trace *trace, const Tensor *target, int entry);

// Records how `tensor`, another name for numbers that were written, sees the writes since it was
// last used; its origin is then the entry that says so.
void writes_catch_up(Trace *trace, Tensor *tensor, Span source);

// The list of entries, as recording sees it.

// Appends an entry whose output is `output`, the trace's own from now on; returns its index. A
// storage that is recorded for the first time gets its version here (Write in trace.h says why).
int entry_record(Trace *trace, const OpCall *call, Tensor *output, Span source);
