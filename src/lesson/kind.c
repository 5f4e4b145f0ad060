// Binary files begin with marks. Text is JSON, of a notebook or of lists of numbers, a table if its
// first lines are numbers with something between them, Markdown if it has fenced code, and else
// Python if a line of it is a statement.
#include "lesson/kind.h"

#include "base/text/ascii.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const TEXTS[] = {"md", "markdown", "qmd", "py", "ipynb", NULL};
static const char *const DATA[] = {"npy",  "npz", "safetensors", "pt",   "pth", "bin",
                                   "ckpt", "csv", "tsv",         "json", NULL};

enum { TABLE_BYTES = 4096 }; // are looked at

static const char *given;

void kind_set(const char *ending)
{
    given = ending;
}

static const char *find(const char *const *endings, const char *ending)
{
    while (*endings && strcmp(*endings, ending) != 0) endings++;
    return *endings;
}

bool kind_is_data(const char *kind)
{
    return find(DATA, kind) != NULL;
}

// ---- files of tensors ---------------------------------------------------------------------------

static bool has(Str bytes, const char *what)
{
    int n = (int)strlen(what);
    for (int at = 0; at + n <= bytes.n; at++) {
        if (memcmp(bytes.p + at, what, (size_t)n) == 0) return true;
    }
    return false;
}

enum { SAFETENSORS_LENGTH = 8, ZIP_NAME = 30, ZIP_NAME_BYTES = 200 };

static const char *kind_of_binary(Str bytes)
{
    Str first_name = str_slice(bytes, ZIP_NAME, ZIP_NAME + ZIP_NAME_BYTES);
    if (str_starts(bytes, "\x93NUMPY")) return "npy";
    if (str_starts(bytes, "PK\3\4")) return has(first_name, ".npy") ? "npz" : "pt";
    if (bytes.n > 1 && bytes.p[0] == '\x80' && bytes.p[1] >= 2 && bytes.p[1] <= 5) return "pt";
    bool is_tensors = bytes.n > SAFETENSORS_LENGTH && bytes.p[SAFETENSORS_LENGTH] == '{' &&
                      bytes.p[SAFETENSORS_LENGTH - 1] == '\0';
    return is_tensors ? "safetensors" : NULL;
}

// ---- JSON ---------------------------------------------------------------------------------------

// What a notebook has on its first page; else a dict or nested lists. Markdown may begin with one
// bracket.
static const char *kind_of_json(Str bytes)
{
    Str text = str_trim(str_slice(bytes, 0, TABLE_BYTES));
    if (str_starts(text, "{"))
        return has(text, "\"cells\"") || has(text, "\"nbformat\"") ? "ipynb" : "json";
    Str inner = str_trim(str_slice(text, 1, text.n));
    bool nested = str_starts(text, "[") && str_starts(inner, "[");
    Str first = nested ? str_trim(str_slice(inner, 1, inner.n)) : (Str){0};
    bool begins = first.n && ascii_is_digit(first.p[0]);
    return begins || str_starts(first, "-") || str_starts(first, "[") ? "json" : NULL;
}

// ---- tables -------------------------------------------------------------------------------------

static bool is_numeric(Str cell)
{
    if (str_is(cell, "nan") || str_is(cell, "inf") || str_is(cell, "-inf")) return true;
    bool digits = false;
    for (int i = 0; i < cell.n; i++) {
        char c = cell.p[i];
        if (!ascii_is_digit(c) && !(c && strchr("+-.,eE\"", c))) return false;
        digits |= ascii_is_digit(c);
    }
    return digits;
}

// The number of cells between such characters; `numbers`: how many of them are numbers.
static int cells_of(Str line, char between, int *numbers)
{
    char mark[] = {between, '\0'};
    int cells = 0;
    *numbers = 0;
    while (line.n) {
        Str cell = str_take(&line, mark);
        if (between == ' ' && !cell.n) continue;
        *numbers += is_numeric(cell);
        cells++;
    }
    return cells;
}

enum { TABLE_LINES = 3 };

// Of one column all lines are numbers.
static bool is_table(Str text, char between)
{
    int lines = 0, cells = 0, count = 0, numbers = 0;
    bool is_cut = text.n >= TABLE_BYTES;
    Str line;
    text = str_slice(text, 0, TABLE_BYTES);
    if (str_starts(text, "\xEF\xBB\xBF")) text = str_slice(text, 3, text.n);
    while (lines < TABLE_LINES && str_next_line(&text, &line)) {
        if (is_cut && !text.n && lines) break;
        if (!str_trim(line).n || str_starts(line, "#")) continue;
        for (int i = 0; i < line.n; i++) {
            if (line.p[i] && strchr("=()[]{}", line.p[i])) return false;
        }
        count = cells_of(line, between, &numbers);
        bool is_alone = between == ' ' && count == 1 && numbers == 1;
        if ((count < 2 && !is_alone) || (lines && count < cells - 1)) return false;
        cells = count;
        lines++;
    }
    return lines > (count == 1) && 2 * numbers >= count && (between != ' ' || numbers == count);
}

// ---- text ---------------------------------------------------------------------------------------

static bool is_statement(Str line)
{
    static const char *const BEGIN[] = {"def ", "class ", "print(", "import ", "@", NULL};
    for (int i = 0; BEGIN[i]; i++) {
        if (str_starts(line, BEGIN[i])) return true;
    }
    if (str_starts(line, "from ")) return str_find(line, " import ") > 0;
    int at = 0;
    while (at < line.n && (ascii_is_word(line.p[at]) || line.p[at] == '.')) at++;
    bool called = at && at < line.n && (line.p[at] == '(' || line.p[at] == '[');
    while (at && at < line.n && line.p[at] == ' ') at++;
    bool assigned = at && at + 1 < line.n && line.p[at] == '=' && line.p[at + 1] != '=';
    return called || assigned || (at && str_starts(str_slice(line, at, line.n), "+="));
}

static bool begins_python(Str line)
{
    return is_statement(line) || str_starts(line, "\"\"\"") || str_starts(line, "'''") ||
           str_starts(line, "#!");
}

static const char *kind_of_text(Str text)
{
    Str rest = text, line, first = {0};
    bool fenced = false, states = false;
    while (str_next_line(&rest, &line)) {
        line = str_trim(line);
        if (!first.n) first = line;
        fenced |= str_starts(line, "```") || str_starts(line, "~~~");
        states |= is_statement(line);
    }
    if (str_is(first, "---") || (fenced && !begins_python(first))) return "md";
    return states || begins_python(first) ? "py" : "md";
}

static const char *kind_by_bytes(Str bytes)
{
    static const char BETWEEN[] = ",;\t ";
    const char *binary = kind_of_binary(bytes);
    if (binary) return binary;
    const char *json = kind_of_json(bytes);
    if (json) return json;
    for (int i = 0; BETWEEN[i]; i++) {
        if (is_table(bytes, BETWEEN[i])) return "csv";
    }
    return kind_of_text(bytes);
}

// A notebook may be called .json as well.
static const char *kind_by_name(const char *name)
{
    const char *dot = strrchr(name, '.'), *slash = strrchr(name, '/');
    if (!dot || (slash && dot < slash) || strcmp(dot, ".json") == 0) return NULL;
    const char *text = find(TEXTS, dot + 1);
    return text ? text : find(DATA, dot + 1);
}

const char *kind_of(const char *name, Str bytes)
{
    const char *named = given ? given : kind_by_name(name);
    return named ? named : kind_by_bytes(bytes);
}

const char *kind_of_file(const char *path)
{
    const char *named = given ? given : kind_by_name(path);
    char bytes[TABLE_BYTES];
    if (named || kind_is_stream(path)) return named ? named : "md";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file >= 0 ? read(file, bytes, sizeof bytes) : -1;
    if (file >= 0) close(file);
    return n > 0 ? kind_by_bytes((Str){bytes, (int)n}) : "md";
}

bool kind_is_stream(const char *path)
{
    struct stat info;
    if (strcmp(path, "-") == 0) return true;
    if (kind_by_name(path)) return false;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}
