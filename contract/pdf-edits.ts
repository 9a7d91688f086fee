import { z } from 'zod'

/** Limit of coordinates and lengths, in PDF points (1/72 inch). */
export const MOST_POINTS = 20_000
const points = z.number().min(-MOST_POINTS).max(MOST_POINTS)
const length = z.number().min(0).max(MOST_POINTS)

/**
 * A rectangle in a page's user space: points, the origin at the bottom left and y upwards, before
 * rotation and without the crop box. The viewer and form fields use these coordinates.
 */
export const PdfRect = z
  .strictObject({
    x: points.meta({ description: 'Left edge in points.' }),
    y: points.meta({ description: 'Bottom edge in points.' }),
    width: length.meta({ description: 'Width in points.' }),
    height: length.meta({ description: 'Height in points.' }),
  })
  .meta({
    id: 'PdfRect',
    description: 'Rectangle in the user space of a page: points, origin at the bottom left, before rotation.',
  })
export type PdfRect = z.infer<typeof PdfRect>

const Point = z.strictObject({ x: points, y: points })
const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color like #ff0000')
  .meta({ example: '#d92d20' })
/**
 * Text that a person adds to a document: any letters and line breaks, no other control characters.
 */
const writing = (most: number) =>
  z
    .string()
    .max(most)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that are refused
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u, 'Enter text and line breaks only')
const width = z.number().min(0.25).max(60)
const opacity = z.number().min(0.05).max(1)

/** A page number in the result, from 1. */
const page = z.int().min(1).max(20_000)
const file = z.int().min(0).max(99).meta({ description: 'Index of the file, counted from 0.' })

export const ROTATIONS = [0, 90, 180, 270] as const

/** A page of the result: a page of a file, with an additional rotation, or an empty page. */
export const ResultPage = z
  .union([
    z.strictObject({
      file: file.default(0),
      page,
      rotate: z
        .literal(ROTATIONS)
        .default(0)
        .meta({ description: 'Additional clockwise rotation of the page in degrees.' }),
    }),
    z.strictObject({ blank: z.strictObject({ width: length.min(36), height: length.min(36) }) }),
  ])
  .meta({ id: 'ResultPage' })

export const TEXT_FONTS = ['sans', 'serif', 'mono'] as const
export const HIGHLIGHT_STYLES = ['highlight', 'underline', 'strikeout'] as const
export const SHAPES = ['rectangle', 'ellipse', 'line', 'arrow'] as const

/**
 * A mark on a page: a PDF annotation with an appearance stream, so that every reader shows it.
 */
export const Mark = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('text'),
      page,
      rect: PdfRect,
      text: writing(10_000).min(1),
      size: z.number().min(4).max(300).default(12),
      colour: colour.default('#000000'),
      font: z.enum(TEXT_FONTS).default('sans'),
      align: z.enum(['left', 'centre', 'right']).default('left'),
    }),
    z.strictObject({
      kind: z.literal('highlight'),
      page,
      rects: z.array(PdfRect).min(1).max(500),
      style: z.enum(HIGHLIGHT_STYLES).default('highlight'),
      colour: colour.default('#ffd84d'),
      comment: writing(4000).optional(),
    }),
    z.strictObject({
      kind: z.literal('ink'),
      page,
      strokes: z
        .array(z.array(Point).min(1).max(5000))
        .min(1)
        .max(500)
        .meta({ description: 'Strokes; each is one continuous line.' }),
      width: width.default(2),
      colour: colour.default('#1a1a1a'),
      opacity: opacity.default(1),
    }),
    z.strictObject({
      kind: z.literal('shape'),
      page,
      shape: z.enum(SHAPES),
      from: Point.meta({ description: 'First corner, or start of a line.' }),
      to: Point.meta({ description: 'Opposite corner, or end of a line; an arrow has its head here.' }),
      width: width.default(1.5),
      colour: colour.default('#d92d20'),
      fill: colour.nullable().default(null),
      opacity: opacity.default(1),
    }),
    z.strictObject({
      kind: z.literal('image'),
      page,
      rect: PdfRect,
      file: file.min(1).meta({ description: 'Index of a PNG, JPEG or WebP among the further files.' }),
    }),
    z.strictObject({
      kind: z.literal('stamp'),
      page,
      rect: PdfRect,
      text: writing(60).min(1),
      colour: colour.default('#b42318'),
    }),
    z.strictObject({
      kind: z.literal('note'),
      page,
      at: Point,
      text: writing(4000).min(1),
      colour: colour.default('#ffd84d'),
    }),
  ])
  .meta({ id: 'Mark' })
export type Mark = z.infer<typeof Mark>

/** The value of a field: text, checked or not, or the options chosen from a list. */
export const FieldValue = z
  .union([writing(100_000), z.boolean(), z.array(writing(1000)).max(1000)])
  .meta({ id: 'FieldValue' })

const words = writing(200).regex(/\S/u, 'Write at least one letter')
/** A word or phrase. By default the search ignores case and also matches within words. */
const RedactedTerm = z.union([
  words,
  z.strictObject({
    text: words,
    match_case: z.boolean().default(false),
    whole_words: z.boolean().default(false),
  }),
])

/**
 * Edits of a PDF as data, applied in this order: pages, fields, marks, redaction, flattening. Page
 * numbers are those of the result.
 */
export const PdfEdits = z
  .strictObject({
    pages: z
      .array(ResultPage)
      .min(1)
      .max(20_000)
      .optional()
      .meta({ description: 'Pages of the result in order. If absent, all pages of the first file.' }),
    fields: z
      .record(z.string().min(1).max(1000), FieldValue)
      .default({})
      .meta({ description: 'Values of form fields by full name. Other fields are not changed.' }),
    marks: z.array(Mark).max(5000).default([]),
    redact: z
      .strictObject({
        areas: z
          .array(z.strictObject({ page, rect: PdfRect }))
          .max(5000)
          .default([]),
        terms: z
          .array(RedactedTerm)
          .max(50)
          .default([])
          .meta({ description: 'Words or phrases to redact wherever they occur.' }),
      })
      .default({ areas: [], terms: [] })
      .meta({
        description:
          'Content to remove permanently, together with metadata and attachments that may contain it.',
      }),
    flatten: z
      .boolean()
      .default(false)
      .meta({ description: 'Fields and marks become part of their pages and cannot be changed any more.' }),
    password: z
      .string()
      .max(120)
      .optional()
      .meta({ description: 'Password of the first file. The result has no password.', writeOnly: true }),
    file_passwords: z
      .record(z.string().regex(/^[1-9]\d?$/), z.string().max(120))
      .optional()
      .meta({
        description: 'Passwords of further files by file index. The result has no password.',
        writeOnly: true,
        example: { '1': 'open sesame' },
      }),
  })
  .meta({ id: 'PdfEdits' })
export type PdfEdits = z.infer<typeof PdfEdits>
