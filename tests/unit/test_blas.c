// Which of OpenBLAS' kernels multiplies, and what is done with a library that multiplies wrongly.
#include "support/test.h"

#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Arena arena;
static char *program, *odd;

static int clean_up(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// What a shell's command prints, in one line.
static const char *said(const char *command)
{
    char text[4096] = "";
    FILE *pipe = popen(arena_printf(&arena, "{ %s; } 2>&1 | tr -s '\\n ' ' '", command), "r");
    assert_non_null(pipe);
    size_t length = fread(text, 1, sizeof text - 1, pipe);
    pclose(pipe);
    return arena_printf(&arena, "%.*s", (int)length, text);
}

static const char *kernel_with(const char *environment)
{
    const char *all = said(
        arena_printf(&arena, "env -u OPENBLAS_CORETYPE %s '%s' --version", environment, program));
    const char *at = strstr(all, "OpenBLAS ");
    return at ? at : all;
}

static void a_kernel_that_the_environment_names_is_kept(void **state)
{
    (void)state;
    const char *kernel = kernel_with("OPENBLAS_CORETYPE=Nehalem");
#if defined __x86_64__ || defined __i386__
    assert_non_null(strstr(kernel, "for Nehalem"));
#else
    assert_null(strstr(kernel, "for Nehalem"));
#endif
}

static void a_processor_that_openblas_does_not_know_gets_a_kernel_of_its_kind(void **state)
{
    (void)state;
#ifdef __x86_64__
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) skip();
    const char *odd_one = arena_printf(&arena, "LD_PRELOAD='%s'", odd);
    assert_null(strstr(kernel_with(odd_one), "for Prescott"));
    assert_non_null(strstr(kernel_with(odd_one), " for "));
#else
    skip();
#endif
}

static void a_library_that_multiplies_wrongly_is_not_used(void **state)
{
    (void)state;
    static const char PRODUCT[] = "import torch\n"
                                  "for i in range(3):\n"
                                  "    x = torch.ones(200, 200) @ torch.ones(200, 200)\n"
                                  "print(x.sum())\n";
    const char *text = said(arena_printf(&arena,
                                         "folder=$(mktemp -d) && cd $folder && "
                                         "ln -s '%s' libopenblas.so.0 && printf '%s' >a.py && "
                                         "LD_LIBRARY_PATH=$folder '%s' run a.py; "
                                         "LD_LIBRARY_PATH=$folder '%s' --version; rm -r $folder",
                                         odd, PRODUCT, program, program));
    const char *first = strstr(text, "multiplies wrongly on this processor");
    assert_non_null(first);
    assert_null(strstr(first + 1, "multiplies wrongly on this processor"));
    assert_non_null(strstr(text, "tensor(8000000.)"));
    assert_non_null(strstr(text, "a BLAS (it multiplies wrongly here"));
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *given = getenv("QKV");
    program = realpath(given && *given ? given : "build/qkv", NULL);
    char beside[4096];
    snprintf(beside, sizeof beside, "%.*s/odd_blas.so", (int)(strrchr(argv[0], '/') - argv[0]),
             argv[0]);
    odd = realpath(beside, NULL);
    if (!program || !odd) return 1;
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1); // of what is preloaded
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_kernel_that_the_environment_names_is_kept, clean_up),
        cmocka_unit_test_teardown(a_processor_that_openblas_does_not_know_gets_a_kernel_of_its_kind,
                                  clean_up),
        cmocka_unit_test_teardown(a_library_that_multiplies_wrongly_is_not_used, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
