import { z } from 'zod'

const text = z.string().max(20_000)
const Units = z.number().meta({ description: 'In font units; see `units_per_em`.' })

export const FontAxis = z
  .object({
    tag: z.string().max(4),
    name: text,
    min: z.number(),
    default: z.number(),
    max: z.number(),
    hidden: z.boolean(),
  })
  .meta({ id: 'FontAxis' })

export const FontInstance = z
  .object({
    name: text,
    coordinates: z.record(z.string().max(4), z.number()),
  })
  .meta({ id: 'FontInstance' })

export const FontGlyph = z
  .object({
    id: z.int().min(0).max(65_535),
    name: z.string().max(64),
    /** The first code point that shows it, or null for a glyph that only layout features reach. */
    unicode: z.int().min(0).max(0x10ffff).nullable(),
    advance: Units,
  })
  .meta({ id: 'FontGlyph' })

/** What there is to know about one font. Texts are the font's own words, and may be empty. */
export const FontFacts = z
  .object({
    family: text,
    subfamily: text,
    full_name: text,
    postscript_name: text,
    version: text,
    designer: text,
    manufacturer: text,
    copyright: text,
    trademark: text,
    description: text,
    licence: text,
    licence_url: text,
    vendor_url: text,
    outlines: z.enum(['truetype', 'cff', 'cff2', 'bitmap']),
    weight: z.int().min(0).max(65_535),
    width: z.int().min(0).max(65_535),
    italic: z.boolean(),
    monospaced: z.boolean(),
    hinted: z.boolean(),
    /** Which tables make it colourful: `COLR`, `SVG`, `sbix`, `CBDT`. */
    colour: z.array(z.string().max(4)),
    embedding: z.object({
      level: z.enum(['installable', 'editable', 'preview_and_print', 'restricted']),
      subsetting: z.boolean(),
      bitmaps_only: z.boolean(),
      summary: text,
    }),
    units_per_em: z.int().min(16).max(16_384),
    metrics: z.object({
      ascender: Units,
      descender: Units,
      line_gap: Units,
      x_height: Units.nullable(),
      cap_height: Units.nullable(),
      italic_angle: z.number(),
    }),
    axes: z.array(FontAxis),
    instances: z.array(FontInstance),
    features: z.array(z.object({ tag: z.string().max(4), table: z.enum(['GSUB', 'GPOS']) })),
    tables: z.array(z.object({ tag: z.string().max(4), bytes: z.int().min(0) })),
    characters: z.int().min(0),
    /** Unicode blocks with the number of their characters that the font has. */
    blocks: z.array(z.object({ name: text, first: z.int(), last: z.int(), characters: z.int() })),
    scripts: z.array(z.object({ name: text, characters: z.int() })),
    /** Languages whose usual letters are all there, as BCP 47 tags. A guess for a person, not a promise. */
    languages: z.array(z.string().max(20)),
    /** First and last code points of the runs that it has; `ranges_left_out` counts those behind the first thousand. */
    ranges: z.array(z.array(z.int()).length(2)),
    ranges_left_out: z.int().min(0),
    glyph_count: z.int().min(0).max(65_535),
    /** The first of them; `glyphs_left_out` counts the others. */
    glyphs: z.array(FontGlyph),
    glyphs_left_out: z.int().min(0),
  })
  .meta({ id: 'FontFacts', description: 'One font of a file.' })
export type FontFacts = z.infer<typeof FontFacts>

/** The result of `inspect`: the fonts of one file, several only for a collection. */
export const FontInspection = z
  .object({
    /** The file's format, as `formats` names it. */
    format: z.string().max(20),
    font_count: z.int().min(1),
    fonts: z.array(FontFacts).min(1),
    fonts_left_out: z.int().min(0),
  })
  .meta({ id: 'FontInspection' })
export type FontInspection = z.infer<typeof FontInspection>
