import { z } from 'zod'

const text = z.string().max(20_000)
const Units = z.number().meta({ description: 'Value in font units; see `units_per_em`.' })

export const FontAxis = z
  .object({
    tag: z.string().max(4).meta({ description: 'Tag of the axis, such as `wght`.' }),
    name: text.meta({ description: 'Name of the axis.' }),
    min: z.number().meta({ description: 'Lowest value.' }),
    default: z.number().meta({ description: 'Default value.' }),
    max: z.number().meta({ description: 'Highest value.' }),
    hidden: z.boolean().meta({ description: 'Whether the font asks applications to hide the axis.' }),
  })
  .meta({ id: 'FontAxis', description: 'An axis of a variable font.' })

export const FontInstance = z
  .object({
    name: text.meta({ description: 'Name of the instance.' }),
    coordinates: z.record(z.string().max(4), z.number()).meta({ description: 'Coordinates by axis tag.' }),
  })
  .meta({ id: 'FontInstance', description: 'A named instance of a variable font.' })

export const FontGlyph = z
  .object({
    id: z.int().min(0).max(65_535).meta({ description: 'Glyph id.' }),
    name: z.string().max(64).meta({ description: 'Glyph name.' }),
    /** The first code point that shows it, or null for a glyph that only layout features reach. */
    unicode: z.int().min(0).max(0x10ffff).nullable().meta({
      description: 'First code point that maps to the glyph; null if only layout features reach it.',
    }),
    advance: Units,
  })
  .meta({ id: 'FontGlyph', description: 'A glyph.' })

/** What there is to know about one font. Texts are the font's own words, and may be empty. */
export const FontFacts = z
  .object({
    family: text.meta({ description: 'Family name.' }),
    subfamily: text.meta({ description: 'Style name, such as `Bold Italic`.' }),
    full_name: text.meta({ description: 'Full name.' }),
    postscript_name: text.meta({ description: 'PostScript name.' }),
    version: text.meta({ description: 'Version string.' }),
    designer: text.meta({ description: 'Designer.' }),
    manufacturer: text.meta({ description: 'Manufacturer.' }),
    copyright: text.meta({ description: 'Copyright notice.' }),
    trademark: text.meta({ description: 'Trademark notice.' }),
    description: text.meta({ description: 'Description.' }),
    licence: text.meta({ description: 'License text.' }),
    licence_url: text.meta({ description: 'URL of the license.' }),
    vendor_url: text.meta({ description: 'URL of the vendor.' }),
    outlines: z.enum(['truetype', 'cff', 'cff2', 'bitmap']).meta({ description: 'Kind of outlines.' }),
    weight: z.int().min(0).max(65_535).meta({ description: 'Weight class, 1 to 1000; 400 is regular.' }),
    width: z.int().min(0).max(65_535).meta({ description: 'Width class, 1 to 9; 5 is normal.' }),
    italic: z.boolean().meta({ description: 'Whether the font is italic.' }),
    monospaced: z.boolean().meta({ description: 'Whether all glyphs have the same width.' }),
    hinted: z.boolean().meta({ description: 'Whether the font has hinting instructions.' }),
    /** Which tables make it colourful: `COLR`, `SVG`, `sbix`, `CBDT`. */
    colour: z
      .array(z.string().max(4))
      .meta({ description: 'Color tables of the font: `COLR`, `SVG`, `sbix` or `CBDT`.' }),
    embedding: z
      .object({
        level: z
          .enum(['installable', 'editable', 'preview_and_print', 'restricted'])
          .meta({ description: 'Embedding permission (OpenType `fsType`).' }),
        subsetting: z.boolean().meta({ description: 'Whether a subset may be embedded.' }),
        bitmaps_only: z.boolean().meta({ description: 'Whether only bitmaps may be embedded.' }),
        summary: text.meta({ description: 'The embedding permission in one sentence.' }),
      })
      .meta({ description: 'Embedding permissions for documents.' }),
    units_per_em: z.int().min(16).max(16_384).meta({ description: 'Font units per em.' }),
    metrics: z
      .object({
        ascender: Units,
        descender: Units,
        line_gap: Units,
        x_height: Units.nullable().meta({
          description: 'Height of a lower-case x in font units; null if unknown.',
        }),
        cap_height: Units.nullable().meta({
          description: 'Height of capital letters in font units; null if unknown.',
        }),
        italic_angle: z
          .number()
          .meta({ description: 'Italic angle in degrees, counter-clockwise from the vertical.' }),
      })
      .meta({ description: 'Vertical metrics.' }),
    axes: z.array(FontAxis).meta({ description: 'Variation axes; empty for a static font.' }),
    instances: z.array(FontInstance).meta({ description: 'Named instances of the variable font.' }),
    features: z
      .array(
        z.object({
          tag: z.string().max(4).meta({ description: 'Tag of the feature, such as `liga`.' }),
          table: z.enum(['GSUB', 'GPOS']).meta({ description: 'Table that contains it.' }),
        }),
      )
      .meta({ description: 'OpenType layout features.' }),
    tables: z
      .array(
        z.object({
          tag: z.string().max(4).meta({ description: 'Tag of the table.' }),
          bytes: z.int().min(0).meta({ description: 'Size of the table in bytes.' }),
        }),
      )
      .meta({ description: 'Tables of the font file.' }),
    characters: z.int().min(0).meta({ description: 'Number of mapped characters.' }),
    /** Unicode blocks with the number of their characters that the font has. */
    blocks: z
      .array(
        z.object({
          name: text.meta({ description: 'Name of the block.' }),
          first: z.int().meta({ description: 'First code point of the block.' }),
          last: z.int().meta({ description: 'Last code point of the block.' }),
          characters: z.int().meta({ description: 'Number of characters of the block in the font.' }),
        }),
      )
      .meta({ description: 'Unicode blocks with characters of the font.' }),
    scripts: z
      .array(
        z.object({
          name: text.meta({ description: 'Name of the script.' }),
          characters: z.int().meta({ description: 'Number of characters of the script in the font.' }),
        }),
      )
      .meta({ description: 'Scripts with characters of the font.' }),
    /**
     * Languages whose usual letters are all there, as BCP 47 tags. A guess for a person, not a
     * promise.
     */
    languages: z.array(z.string().max(20)).meta({
      description: 'BCP 47 tags of languages whose common letters are all in the font. An estimate.',
    }),
    /**
     * First and last code points of the runs that it has; `ranges_left_out` counts those behind the
     * first thousand.
     */
    ranges: z
      .array(z.array(z.int()).length(2))
      .meta({ description: 'First and last code point of each run of characters, at most 1,000 runs.' }),
    ranges_left_out: z.int().min(0).meta({ description: 'Number of runs left out of the list.' }),
    glyph_count: z.int().min(0).max(65_535).meta({ description: 'Number of glyphs.' }),
    /** The first glyphs; `glyphs_left_out` counts the others. */
    glyphs: z.array(FontGlyph).meta({ description: 'The first glyphs.' }),
    glyphs_left_out: z.int().min(0).meta({ description: 'Number of glyphs left out of the list.' }),
  })
  .meta({ id: 'FontFacts', description: 'One font of a file.' })
export type FontFacts = z.infer<typeof FontFacts>

/** The result of `inspect`: the fonts of one file, several only for a collection. */
export const FontInspection = z
  .object({
    /** The file's format, as `formats` names it. */
    format: z.string().max(20).meta({ description: 'Format of the file.' }),
    font_count: z
      .int()
      .min(1)
      .meta({ description: 'Number of fonts in the file; more than one for a collection.' }),
    fonts: z.array(FontFacts).min(1).meta({ description: 'Details of each font.' }),
    fonts_left_out: z.int().min(0).meta({ description: 'Number of fonts left out of the list.' }),
  })
  .meta({ id: 'FontInspection', description: 'Result of a font inspection.' })
export type FontInspection = z.infer<typeof FontInspection>
