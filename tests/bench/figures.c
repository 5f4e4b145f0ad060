#include "figures.h"

#include "python.h"
#include "timing.h"

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool has_matplotlib(void)
{
    return python_has("matplotlib, torch", "the same from Python");
}

static bool write_listing(const char *path, const char *statement)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fprintf(file, "import torch\ntorch.manual_seed(0)\n%s\n", statement);
    fclose(file);
    return true;
}

// The same picture from Python costs the start of PyTorch and matplotlib too; so does ours.
static bool bench_small_heatmap(const char *program, const char *path)
{
    const char *own[] = {program, "export", "eight-steps", "-o", path, "--force", NULL};
    const char *other[] = {python(), "tests/bench/heatmap.py", path, NULL};
    double mine = time_command("eight-steps, start to written heatmap PNG", own, TIMED_RUNS);
    if (mine < 0 || !has_matplotlib()) return mine >= 0;
    double theirs = time_command("  the same with PyTorch and matplotlib", other, 5);
    if (theirs > 0) printf("%-44s %8.1f times as long\n", "", theirs / mine);
    return theirs > 0;
}

static long file_size(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

// The picture is read back and written again by libpng, as cairo calls it: just the writing is
// timed, against the whole process of ours.
static bool bench_large_heatmap(const char *program, const char *path, const char *listing)
{
    if (!write_listing(listing, "big = torch.rand(4096, 4096)")) return false;
    const char *own[] = {program, "export", listing, "-o", path, "--force", NULL};
    bool ok = time_command("4096 x 4096, start to written heatmap PNG", own, 3) >= 0;
    long mine = file_size(path);
    cairo_surface_t *picture = cairo_image_surface_create_from_png(path);
    clock_t start = clock();
    ok = ok && cairo_surface_write_to_png(picture, path) == CAIRO_STATUS_SUCCESS;
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%-44s %8.1f ms CPU   (%.2f times the size)\n",
           "  libpng, writing the same pixels alone", seconds * 1e3,
           (double)file_size(path) / (double)mine);
    cairo_surface_destroy(picture);
    return ok;
}

// The numbers are cheap to make; nearly all of it is drawing and packing.
static bool bench_heads(const char *program, const char *path, const char *listing)
{
    const char *statement = "weights = torch.softmax(torch.randn(12, 12, 64, 64), dim=-1)";
    const char *own[] = {program, "export", listing, "weights", "--kind",
                         "heads", "-o",     path,    "--force", NULL};
    const char *other[] = {python(), "tests/bench/heads.py", path, NULL};
    if (!write_listing(listing, statement)) return false;
    double mine = time_command("12 x 12 heads of 64 tokens, a PNG", own, 7);
    if (mine < 0 || !has_matplotlib()) return mine >= 0;
    double theirs = time_command("  the same with PyTorch and matplotlib", other, 3);
    if (theirs > 0) printf("%-44s %8.1f times as long\n", "", theirs / mine);
    return theirs > 0;
}

// What people draw: weights of pictures, more rows than there are pixels, all heads of a model.
static bool bench_large_inputs(const char *program, const char *path, const char *listing)
{
    static const char *const cases[][3] = {
        {"197 x 197 weights, a PNG", "w = torch.softmax(2 * torch.randn(197, 197), dim=-1)",
         "heatmap"},
        {"60,000 x 256, a PNG", "w = torch.randn(60000, 256)", "heatmap"},
        {"33 x 20 heads of 62 tokens, a PNG",
         "w = torch.softmax(torch.randn(33, 20, 62, 62), dim=-1)", "heads"},
    };
    for (int i = 0; i < 3; i++) {
        const char *own[] = {program, "export", listing, "w",       "--kind", cases[i][2],
                             "-o",    path,     "-q",    "--force", NULL};
        if (!write_listing(listing, cases[i][1])) return false;
        if (time_command(cases[i][0], own, 3) < 0) return false;
    }
    return true;
}

// A loss and a matrix through 60 iterations: nearly every pixel of the matrix changes in each.
static bool bench_movement(const char *program, const char *path, const char *listing)
{
    const char *statement = "W = torch.zeros(8, 8, requires_grad=True)\n"
                            "X = torch.randn(8, 8)\n"
                            "for i in range(60):\n"
                            "    loss = ((X @ W - 1) ** 2).mean()\n"
                            "    loss.backward()\n"
                            "    with torch.no_grad():\n"
                            "        W -= 0.3 * W.grad\n"
                            "    W.grad = None\n";
    const char *own[] = {program, "export", listing,   "W",  "--kind", "film",    "--format",
                         "gif",   "--size", "960x540", "-o", path,     "--force", NULL};
    if (!write_listing(listing, statement)) return false;
    const double most = 1000;
    double mine = time_command("60 frames of 960 x 540, a GIF", own, 5);
    if (mine > most) printf("%-44s more than a second\n", "");
    return mine >= 0;
}

bool bench_figures(const char *program)
{
    char folder[] = "build/figures-XXXXXX"; // which PYTHON finds, too
    if (!mkdtemp(folder)) return false;
    char path[64], listing[64];
    snprintf(path, sizeof path, "%s/heatmap.png", folder);
    snprintf(listing, sizeof listing, "%s/big.py", folder);
    bool ok = bench_small_heatmap(program, path) && bench_large_heatmap(program, path, listing) &&
              bench_heads(program, path, listing) && bench_large_inputs(program, path, listing) &&
              bench_movement(program, path, listing);
    unlink(path);
    unlink(listing);
    rmdir(folder);
    return ok;
}
