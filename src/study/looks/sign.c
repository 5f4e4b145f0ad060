// The letters and colours of roles, and the colours of heads.
#include "study/looks/sign.h"

RoleSign role_sign(Role role)
{
    static const RoleSign SIGNS[ROLE_COUNT] = {
        [ROLE_NONE] = {"", RGB(0x5f646d), RGB(0xffffff)},
        [ROLE_INPUT] = {"X", RGB(0x87d75f), RGB(0x000000)},
        [ROLE_KEY] = {"K", RGB(0xff8700), RGB(0x000000)},
        [ROLE_QUERY] = {"Q", RGB(0xd70000), RGB(0xffffff)},
        [ROLE_VALUE] = {"V", RGB(0xaf5fd7), RGB(0x000000)},
        [ROLE_SCORE] = {"S", RGB(0x005fd7), RGB(0xffffff)},
        [ROLE_WEIGHTS] = {"A", RGB(0x005fd7), RGB(0xffffff)},
        [ROLE_WEIGHTED] = {"WV", RGB(0xffff5f), RGB(0x000000)},
        [ROLE_OUTPUT] = {"Y", RGB(0x005f00), RGB(0xffffff)},
    };
    return SIGNS[role];
}

// Okabe and Ito's colours for colour-blind eyes, without the yellow, which white swallows.
Color head_color(int64_t head)
{
    static const Color COLORS[HEAD_COLORS] = {
        RGB(0x0072b2), RGB(0xd55e00), RGB(0x009e73), RGB(0xcc79a7),
        RGB(0x56b4e9), RGB(0xe69f00), RGB(0x8c6bb1),
    };
    return COLORS[head % HEAD_COLORS];
}
