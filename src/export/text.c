// Text set with pango. How it looks must not depend on the settings of the desktop:
// antialiasing, hinting and metrics are fixed, and glyphs are at fractions of a pixel, so that
// text is as wide as it was measured at any scale.
#include "export/text_layout.h"

#include "base/bug.h"
#include "base/memory.h"
#include "base/text/visible.h"
#include "export/pixels.h"

// Pango is slow to start and cheap to ask again: one of each for the whole process.
typedef struct TextSetter {
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *font; // asked for last
} TextSetter;

cairo_font_options_t *text_options(void)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    return options;
}

// Pango reports missing fonts on stderr by itself; here they are counted and reported.
static void keep_quiet(const char *domain, GLogLevelFlags level, const char *message, void *data)
{
    (void)domain, (void)level, (void)message, (void)data;
}

// The libraries of fonts end the process where they get no memory, with a signal and no word.
static PangoFontMap *font_map(void)
{
    const size_t needed = (size_t)192 << 20; // of addresses; they start a thread
    static bool has_room;
    if (!has_room && !memory_has_room(needed)) bug_no_memory();
    has_room = true;
    return pango_cairo_font_map_get_default();
}

static void set_up(TextSetter *text)
{
    g_log_set_handler("Pango", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL, keep_quiet, NULL);
    text->context = pango_font_map_create_context(font_map());
    cairo_font_options_t *options = text_options();
    pango_cairo_context_set_font_options(text->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(text->context, FALSE);
    text->layout = pango_layout_new(text->context);
    pango_layout_set_single_paragraph_mode(text->layout, TRUE);
    text->font = pango_font_description_new();
}

static TextSetter *text_setter(void)
{
    static TextSetter text;
    if (!text.context) set_up(&text);
    return &text;
}

PangoLayout *text_layout(const TextLook *look, const char *content)
{
    TextSetter *text = text_setter();
    const char *family = look->mono ? "monospace" : look->family ? look->family : "sans-serif";
    pango_font_description_set_family(text->font, family);
    pango_font_description_set_weight(text->font,
                                      look->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(text->font, TEXT_SIZE * PANGO_SCALE);
    pango_layout_set_font_description(text->layout, text->font);
    SCRATCH(scratch);
    pango_layout_set_text(text->layout, visible_text(content, &scratch), -1);
    return text->layout;
}

static bool is_plain(const char *text)
{
    for (; *text; text++) {
        if (*text < 0x20 || *text == 0x7f) return false;
    }
    return true;
}

int text_missing(PangoLayout *layout, const char *content, bool *no_fonts)
{
    int missing = pango_layout_get_unknown_glyphs_count(layout);
    if (missing && is_plain(content)) *no_fonts = true; // every font has ASCII
    return missing;
}

bool text_lacks_fonts(const TextLook *look, const char *content)
{
    bool none = false;
    text_missing(text_layout(look, content), content, &none);
    return none;
}

bool text_no_fonts(Error *error)
{
    return error_fail(error, "install a font, on Debian: apt install fonts-dejavu-core",
                      "no fonts are installed, so the figure would have no text");
}

const char *text_family(const TextLook *look, Arena *arena)
{
    text_layout(look, ""); // sets the description
    TextSetter *text = text_setter();
    PangoFont *font = pango_context_load_font(text->context, text->font);
    if (!font) return "sans-serif";
    PangoFontDescription *found = pango_font_describe(font);
    const char *family = arena_printf(arena, "%s", pango_font_description_get_family(found));
    pango_font_description_free(found);
    g_object_unref(font);
    return family;
}

double text_width(const void *family, const char *content, double size, bool bold, bool mono)
{
    int width, height;
    TextLook look = {family, bold, mono};
    pango_layout_get_size(text_layout(&look, content), &width, &height);
    return (double)width / PANGO_SCALE / TEXT_SIZE * size;
}

int text_outline(const TextLook *look, const char *content, double align, Buf *path)
{
    static const char letters[] = {[CAIRO_PATH_MOVE_TO] = 'M',
                                   [CAIRO_PATH_LINE_TO] = 'L',
                                   [CAIRO_PATH_CURVE_TO] = 'C',
                                   [CAIRO_PATH_CLOSE_PATH] = 'Z'};
    PangoLayout *layout = text_layout(look, content);
    int width, height, missing = pango_layout_get_unknown_glyphs_count(layout);
    pango_layout_get_size(layout, &width, &height);
    // Without bounds: on an image cairo drops the glyphs that are far outside.
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, NULL);
    cairo_t *cr = cairo_create(surface);
    cairo_move_to(cr, -(double)width / PANGO_SCALE * align, TEXT_HALF_CAPITAL * TEXT_SIZE);
    pango_cairo_layout_line_path(cr, pango_layout_get_line_readonly(layout, 0));
    cairo_path_t *outline = cairo_copy_path(cr);
    for (int i = 0; i < outline->num_data; i += outline->data[i].header.length) {
        const cairo_path_data_t *data = &outline->data[i];
        bool is_last = i + data->header.length == outline->num_data;
        if (data->header.type == CAIRO_PATH_MOVE_TO && is_last) break; // draws nothing
        buf_add_char(path, letters[data->header.type]);
        for (int k = 1; k < data->header.length; k++)
            buf_printf(path, "%s%s %s", k > 1 ? " " : "", coordinate(data[k].point.x),
                       coordinate(data[k].point.y));
    }
    cairo_path_destroy(outline);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return missing;
}

// The generic names are those that fontconfig answers with some font on every machine.
bool text_has_family(const char *family)
{
    if (str_has_word_as("sans sans-serif serif monospace", str_from(family))) return true;
    PangoFontFamily **families = NULL;
    int count = 0;
    bool found = false;
    pango_font_map_list_families(font_map(), &families, &count);
    for (int i = 0; i < count; i++) {
        Str name = str_from(pango_font_family_get_name(families[i]));
        found |= str_equal_as(name, str_from(family));
    }
    g_free(families);
    return found;
}

void text_libraries(Buf *out)
{
    buf_printf(out, "cairo %s, pango %s", cairo_version_string(), pango_version_string());
}
