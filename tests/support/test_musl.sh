#!/bin/sh
# The engine on another C library: all that a page has (FILE… are the sources that it lacks), compiled
# by musl-gcc with the libraries of a page, and unit tests of it.
#
#   test_musl.sh FILE…       Ends with "N passed, M failed"; exits 77 where there is no musl-gcc.
#
# Musl lacks the functions of contexts. A system on musl has them in libucontext; here they are taken
# out of glibc's archive, where they need nothing but errno. Without SLEEF, and with musl's own
# functions of numbers, a few programs of tests/lang end in other digits: those below.
set -eu
cd "$(dirname "$0")/../.."
programs='test_lang test_base test_calls test_chain test_collect test_edit test_figure test_frame test_keys test_lesson
test_library test_loops test_mapping test_mistake test_options test_parser test_print test_product test_random test_run
test_share test_state test_tensor test_trace test_training test_waiting test_walk'
support='program opened figure lessons screen_case styles'
b=build/musl

others() {
    cat <<'END'
complex.test: cmath
gradients_bits.test: gradients of activations have PyTorch's bits: exact sums of all cells
losses.test: losses: each with its nodes and its gradients
math.test: functions of one number
math.test: linear and the products with an addend
math.test: normalize, softmin and the like
modules.test: modules: math to the last digit
modules.test: modules: math
norms_bits.test: batch_norm, group_norm and instance_norm add as PyTorch adds, forwards and backwards: exact sums of all cells
optim.test: optimizers: every one with its options, to the last bit
schedules.test: learning rates step by step
END
}

if [ "$(uname -m)" != x86_64 ] || ! tests/support/deps.sh musl; then
    echo "qkv: cannot test with musl here" >&2
    exit 77
fi
mkdir -p $b/contexts
[ -n "$(find $b/libraries.a -newer src/web/libraries.sh 2>/dev/null)" ] ||
    LIBRARIES_CC=musl-gcc LIBRARIES_AR=ar src/web/libraries.sh $b
(cd $b/contexts && ar x "$(cc -print-file-name=libc.a)" getcontext.o setcontext.o swapcontext.o makecontext.o __start_context.o)
echo '_Thread_local int __libc_errno;' | musl-gcc -x c -c -o $b/contexts/errno.o -

lacks=$(printf '%s\n' "$@" | grep -v -e base/machine/fiber.c -e float/libm.c | tr '\n' ' ')
# shellcheck disable=SC2046,SC2086
${MAKE:-make} --no-print-directory -s -j2 CC=musl-gcc B=$b NEEDS=musl LIBS= TEST_LIBS= SUPPORT="$(printf "$b/tests/support/%s.o " $support)" \
    ABSENT="$lacks src/base/machine/fiber_wasm.c src/tensor/float/sleef.c $(echo src/web/*.c)" LIB_CFLAGS="-isystem $b/include" \
    LIB_LDLIBS="$b/cmocka.a $b/libraries.a $(echo $b/contexts/*.o) -lm -pthread" $(printf "$b/tests/%s " $programs)

. tests/support/verdict.sh
for program in $programs; do
    status=0
    $b/tests/"$program" >$b/said 2>&1 || status=$?
    if [ "$program" = test_lang ]; then
        others | sed 's|^|tests/lang/|; s|$|: printed|' >$b/others
        status=$(grep '^tests/lang/' $b/said | grep -c -v -x -F -f $b/others || true)
        grep -q '^[0-9]* cases in' $b/said || status=1
    fi
    verdict "$status" "$program" $b/said
done
verdicts
