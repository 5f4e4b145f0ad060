// What is in: counted and asked, so that it cannot be wrong. What a library is called and which
// version of it runs, the one file that knows the library says.
#include "command/version.h"

#include "base/text/json_tree.h"
#include "base/text/letters.h"
#include "command/about/help.h"
#include "command/paper/page.h"
#include "export/text.h"
#include "export/writers.h"
#include "lang/imports/library.h"
#include "lang/numbers/numbers.h"
#include "lesson/library.h"
#include "modules/modules.h"
#include "tensor/float/math.h"
#include "tensor/matrices/blas.h"
#include "tensor/op.h"
#include "terminal/capabilities.h"
#include "terminal/pixels.h"
#include "text/prose.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static void row(const char *name, const char *text, Buf *out)
{
    const char *first = arena_printf(out->arena, "%-11s", name);
    prose_wrap(out, str_from(text), first, "           ", HELP_COLUMNS);
}

static void add_libraries(Buf *out)
{
    static void (*const each[])(Buf * out) = {capabilities_library, text_libraries, png_library,
                                              gif_library,          sixel_library,  json_library,
                                              letters_library,      re_library,     large_library,
                                              float_library,        blas_library};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        if (i > 0) buf_add(out, STR(", "));
        each[i](out);
    }
}

void version_print(Buf *out)
{
    Arena *arena = out->arena;
    Library library = {0};
    library_scan(&library, arena);
    const char *folder = library_folder("lessons", arena);
    int modules = 0;
    while (library_files[modules].module) modules++;
    Buf numbers = {.arena = arena}, libraries = {.arena = arena};
    for (int i = 0; i < DTYPE_COUNT; i++) buf_printf(&numbers, "%s, ", dtype_name((DType)i));
    add_libraries(&libraries);

    buf_add(out, STR("qkv " QKV_VERSION "\n"));
    row("lessons",
        arena_printf(arena, "%d; those of the program are in %s; the page for browsers is %s",
                     library.count, folder ? folder : "no folder",
                     page_path(arena) ? "installed" : "not installed"),
        out);
    row("programs",
        arena_printf(arena, "%d operations on tensors, %d modules in Python", op_count, modules),
        out);
    row("numbers",
        arena_printf(arena, "%sprinted and computed as in PyTorch 2.6, functions such as exp %s",
                     buf_text(&numbers),
                     float_rows_are_pytorchs() ? "to the last bit" : "but for the last bit"),
        out);
    row("files", option_choices(&option_table[OPTION_FORMAT], arena), out);
    row("libraries", buf_text(&libraries), out);
    row("compiler", COMPILER, out);
}
