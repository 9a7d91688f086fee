import { z } from 'zod'

const text = z.string().max(20_000)

/** A displayed page size in points (1/72 inch), and the number of pages with it. */
export const PageSize = z.object({ width: z.number(), height: z.number(), pages: z.int().min(1) })

/** The visible box of a page in points of user space, and its clockwise rotation. */
const PageBox = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.literal([0, 90, 180, 270]),
})

export const PdfBookmark = z.object({
  title: z.string().max(1000),
  /** Counted from 1; null if the target doesn't exist. */
  page: z.int().min(1).nullable(),
  /** 1 for the top level. */
  level: z.int().min(1),
})

export const PdfFont = z.object({ name: text, embedded: z.boolean() })

/** The result of `inspect`. Texts come from the file and may be empty. */
export const PdfInspection = z.object({
  format: z.literal('pdf'),
  bytes: z.int().min(0),
  /** The version in the file's header: `1.7`. */
  version: z.string().max(10),
  pages: z.int().min(1),
  sizes: z.array(PageSize),
  /** Null if the page is unreadable. */
  last_page: PageBox.nullable(),
  /**
   * Of the inspected pages: each whose box differs from the previous one; unreadable pages are
   * skipped.
   */
  page_boxes: z.array(PageBox.extend({ page: z.int().min(1) })),
  /**
   * Whether it is encrypted with permissions only: a PDF with a user password can't be inspected.
   */
  encrypted: z.boolean(),
  permissions: z.object({ print: z.boolean(), copy: z.boolean(), change: z.boolean() }),
  title: text,
  author: text,
  subject: text,
  keywords: text,
  creator: text,
  producer: text,
  /** In the file's own syntax, for instance `D:20260131120000Z`. */
  created: text,
  modified: text,
  tagged: z.boolean(),
  signatures: z.int().min(0),
  attachments: z.int().min(0),
  form: z.enum(['none', 'acroform', 'xfa']),
  form_fields: z.int().min(0),
  annotations: z.int().min(0),
  bookmark_count: z.int().min(0),
  /** The first ones in order; `bookmarks_left_out` counts the rest. */
  bookmarks: z.array(PdfBookmark).max(1000),
  bookmarks_left_out: z.int().min(0),
  /** Inspected pages with selectable text. */
  pages_with_text: z.int().min(0),
  pages_with_pictures: z.int().min(0),
  /**
   * Pages inspected for sizes, annotations, text, images and fonts: the readable ones of the first
   * 500.
   */
  pages_looked_at: z.int().min(0),
  fonts: z.array(PdfFont).max(500),
})
export type PdfInspection = z.infer<typeof PdfInspection>
