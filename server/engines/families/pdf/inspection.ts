import { z } from 'zod'

const text = z.string().max(20_000)

/** A size that pages have, in points (1/72 inch) as they are seen, and how many have it. */
export const PageSize = z.object({ width: z.number(), height: z.number(), pages: z.int().min(1) })

/**
 * What a page shows, in points of its own user space, and how far it is turned clockwise when it is
 * seen.
 */
const PageBox = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.literal([0, 90, 180, 270]),
})

export const PdfBookmark = z.object({
  title: z.string().max(1000),
  /** Counted from 1; null where it leads nowhere. */
  page: z.int().min(1).nullable(),
  /** 1 for the first level. */
  level: z.int().min(1),
})

export const PdfFont = z.object({ name: text, embedded: z.boolean() })

/** The result of `inspect`. Texts are the file's own words, and may be empty. */
export const PdfInspection = z.object({
  format: z.literal('pdf'),
  bytes: z.int().min(0),
  /** The version that the file says it is: `1.7`. */
  version: z.string().max(10),
  pages: z.int().min(1),
  sizes: z.array(PageSize),
  /** Null where the page cannot be read. */
  last_page: PageBox.nullable(),
  /**
   * Of the pages looked at: each that differs from the one before, which a page that cannot be read
   * never does.
   */
  page_boxes: z.array(PageBox.extend({ page: z.int().min(1) })),
  /**
   * Whether it is encrypted, by a password that only restricts: one that wants a password to open
   * cannot be looked into.
   */
  encrypted: z.boolean(),
  permissions: z.object({ print: z.boolean(), copy: z.boolean(), change: z.boolean() }),
  title: text,
  author: text,
  subject: text,
  keywords: text,
  creator: text,
  producer: text,
  /** As the file writes them, for instance `D:20260131120000Z`. */
  created: text,
  modified: text,
  tagged: z.boolean(),
  signatures: z.int().min(0),
  attachments: z.int().min(0),
  form: z.enum(['none', 'acroform', 'xfa']),
  form_fields: z.int().min(0),
  annotations: z.int().min(0),
  bookmark_count: z.int().min(0),
  /** The first of them, in order; `bookmarks_left_out` counts the others. */
  bookmarks: z.array(PdfBookmark).max(1000),
  bookmarks_left_out: z.int().min(0),
  /** Pages with text that can be selected, among those looked at. */
  pages_with_text: z.int().min(0),
  pages_with_pictures: z.int().min(0),
  /**
   * Pages looked into for sizes, annotations, text, images and fonts: those that can be read, of
   * the first 500.
   */
  pages_looked_at: z.int().min(0),
  fonts: z.array(PdfFont).max(500),
})
export type PdfInspection = z.infer<typeof PdfInspection>
