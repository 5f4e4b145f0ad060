// What the characters of a frame mean, as text: not which colour they have, but what for. Below a
// row of the screen stand up to three more, each only where it says something:
//
//     p [Q] query_0 3      the characters, behind the ground of the row's end
//     i qqq qqqqqqq -      ink: x k q v s a w y are the roles, - quiet, _ faint, c code, ! an
//     error,
//                          * the reader's turn
//     a m m bbbbbbb        attributes: b bold, u underlined, r reverse, m a mark (a blank where
//                          colours show), B bold and a mark, t speaks of colours, h a mark for
//                          two halves, d dimmed, D and H such and past; others as a digit or from P
//                          on
//     g ccc                ground, where it is another: | page, p panel, t the reader's turn,
//                          c chip, ( source, < selected, 0 … 9 heat, A … J heat of both signs;
//                          of two halves the one that says more
#pragma once

#include "terminal/frame.h"

void styles_print(const Frame *frame, Buf *out);
