import { z } from 'zod'
import { PdfEdits } from '../../../../contract/pdf-edits.ts'
import { singleLine } from '../../../../contract/single-line.ts'
import { PAGE_RANGE } from './page-range.ts'

const range = (title: string, description: string, byDefault = '') =>
  z
    .string()
    .max(400)
    .regex(PAGE_RANGE, 'Enter pages like 1-3,7')
    .default(byDefault)
    .meta({ title, description })
const pages = range('Pages', 'For example 1-3,7. All pages when empty.')

const password = (title: string, description: string) =>
  singleLine(120).default('').meta({ title, description, format: 'password', writeOnly: true })
const colour = (byDefault: string) =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color like #ff0000')
    .default(byDefault)
    .meta({ title: 'Color', description: 'For example #808080.' })
const corners = ['top_left', 'top', 'top_right', 'bottom_left', 'bottom', 'bottom_right'] as const
const millimetres = (title: string) =>
  z.number().min(0).max(1000).multipleOf(0.5).default(0).meta({ title, description: 'In millimeters.' })

const opening = password('Password', 'Opens the PDF where it needs one.')

export const FORM_FIELDS_OPTIONS = z.strictObject({ password: opening })

const { shape } = PdfEdits

/** The parts of the contract's `PdfEdits`, with option titles. */
export const SAVE_OPTIONS = z.strictObject({
  pages: shape.pages.meta({ title: 'Pages' }),
  fields: shape.fields.meta({ title: 'Fields' }),
  marks: shape.marks.meta({ title: 'Annotations' }),
  redact: shape.redact.meta({ title: 'Redaction' }),
  flatten: shape.flatten.meta({ title: 'Flatten' }),
  password: opening,
  file_passwords: shape.file_passwords.meta({ title: 'Passwords of further files' }),
})

export const MERGE_OPTIONS = z.strictObject({
  outline: z.enum(['keep', 'per_file', 'none']).default('keep').meta({
    title: 'Bookmarks',
    description: 'Keep those of the files, add one for each file, or leave all out.',
  }),
  picture_page: z.enum(['fit', 'a4', 'letter']).default('fit').meta({
    title: 'Image pages',
    description: 'As large as the image, or a sheet with the image in the middle.',
  }),
})

export const SPLIT_OPTIONS = z.strictObject({
  by: z.enum(['pages', 'ranges', 'bookmarks']).default('pages').meta({
    title: 'Split by',
    description: 'A number of pages, ranges of your own, or the bookmarks of the first level.',
  }),
  every: z.int().min(1).max(10_000).default(1).meta({
    title: 'Pages in each file',
    description: 'When split by pages.',
  }),
  ranges: range('Ranges', 'When split by ranges: each one becomes a file, for example 1-3,4-6.'),
})

export const EDIT_OPTIONS = {
  extract_pages: z.strictObject({
    pages: range('Pages', 'In the order that you write, for example 1-3,7. All pages when empty.'),
  }),
  delete_pages: z.strictObject({ pages: range('Pages to delete', 'For example 2,5-7.') }),
  reorder_pages: z.strictObject({
    order: range('Order', 'For example 3,1,2 or 9-1. Pages that are not named follow.'),
    reverse: z.boolean().default(false).meta({ title: 'Reverse order' }),
  }),
  rotate_pages: z.strictObject({
    pages,
    angle: z
      .literal([90, 180, 270])
      .default(90)
      .meta({ title: 'Rotate by', description: 'Degrees clockwise.' }),
  }),
  watermark: z.strictObject({
    text: singleLine(200).min(1).default('CONFIDENTIAL').meta({ title: 'Text' }),
    position: z
      .enum(['centre', 'tile', ...corners])
      .default('centre')
      .meta({ title: 'Position', description: 'Once on each page, or all over it.' }),
    size: z.int().min(6).max(300).default(60).meta({
      title: 'Size',
      description: 'In points; less where the text would not fit on the page.',
    }),
    angle: z.int().min(0).max(359).default(45).meta({
      title: 'Angle',
      description: 'Degrees against the clock; in a corner the text is level.',
    }),
    opacity: z.int().min(1).max(100).default(25).meta({
      title: 'Opacity',
      description: 'From 1, hardly visible, to 100, solid.',
    }),
    colour: colour('#808080'),
    behind: z.boolean().default(false).meta({
      title: 'Behind content',
      description: 'What stands on the page covers the text.',
    }),
    pages,
  }),
  page_numbers: z.strictObject({
    format: singleLine(60).min(1).default('{n} / {total}').meta({
      title: 'Text',
      description: '{n} is the number, {total} the number of pages.',
    }),
    position: z.enum(corners).default('bottom').meta({ title: 'Position' }),
    size: z.int().min(5).max(72).default(10).meta({ title: 'Size', description: 'In points.' }),
    margin: z.int().min(0).max(100).default(10).meta({
      title: 'Margin',
      description: 'From the edges of the page, in millimeters.',
    }),
    start: z.int().min(0).max(100_000).default(1).meta({ title: 'First number' }),
    first_page: z.int().min(1).max(100_000).default(1).meta({
      title: 'Start at page',
      description: '2 leaves a title page out.',
    }),
    colour: colour('#000000'),
  }),
  encrypt: z.strictObject({
    user_password: password('Open password', 'Required to open the PDF. Leave empty for none.'),
    owner_password: password('Owner password', 'It lifts the restrictions. Empty: nobody can.'),
    allow_printing: z.boolean().default(true).meta({ title: 'Allow printing' }),
    allow_copying: z.boolean().default(true).meta({ title: 'Allow copying text and images' }),
    allow_changes: z.boolean().default(true).meta({ title: 'Allow changes' }),
  }),
  decrypt: z.strictObject({
    password: password(
      'Password',
      'The one that opens the PDF, or the owner’s. Empty where it opens without.',
    ),
  }),
  optimize: z.strictObject({
    pictures: z.enum(['keep', 'light', 'medium', 'strong']).default('medium').meta({
      title: 'Images',
      description: 'Keep them as they are, or make them smaller: 220, 150 or 96 dots per inch.',
    }),
    linearize: z.boolean().default(false).meta({
      title: 'Web-optimized',
      description: 'The first page shows before the whole file has arrived.',
    }),
  }),
  flatten: z.strictObject({}),
  redact: z.strictObject({
    terms: z
      .array(singleLine(200).min(1))
      .max(20)
      .default([])
      .meta({ title: 'Words', description: 'Each word or phrase that must go, up to 20.' }),
    match_case: z.boolean().default(false).meta({ title: 'Match case' }),
    whole_words: z.boolean().default(false).meta({ title: 'Whole words only' }),
    emails: z.boolean().default(false).meta({ title: 'E-mail addresses' }),
    phone_numbers: z.boolean().default(false).meta({ title: 'Phone numbers' }),
    bank_accounts: z.boolean().default(false).meta({ title: 'Bank accounts (IBAN)' }),
    card_numbers: z.boolean().default(false).meta({ title: 'Card numbers' }),
  }),
  metadata: z.strictObject({
    title: singleLine(500).default('').meta({ title: 'Title' }),
    author: singleLine(500).default('').meta({ title: 'Author' }),
    subject: singleLine(500).default('').meta({ title: 'Subject' }),
    keywords: singleLine(500).default('').meta({ title: 'Keywords' }),
    remove_all: z.boolean().default(false).meta({
      title: 'Remove existing metadata',
      description: 'Removes all existing metadata first. Otherwise empty fields here stay unchanged.',
    }),
  }),
  repair: z.strictObject({}),
  resize_pages: z.strictObject({
    paper: z.enum(['a3', 'a4', 'a5', 'letter', 'legal']).default('a4').meta({ title: 'Paper' }),
    turn: z.enum(['as_page', 'portrait', 'landscape']).default('as_page').meta({ title: 'Orientation' }),
  }),
  crop_pages: z.strictObject({
    left: millimetres('Crop left'),
    top: millimetres('Crop top'),
    right: millimetres('Crop right'),
    bottom: millimetres('Crop bottom'),
    pages,
  }),
} as const

export const EDIT_LABELS: Readonly<Record<keyof typeof EDIT_OPTIONS, string>> = {
  extract_pages: 'Extract pages',
  delete_pages: 'Delete pages',
  reorder_pages: 'Reorder pages',
  rotate_pages: 'Rotate pages',
  watermark: 'Add watermark',
  page_numbers: 'Add page numbers',
  encrypt: 'Encrypt with password',
  decrypt: 'Remove password',
  optimize: 'Compress',
  flatten: 'Flatten forms and comments',
  redact: 'Redact',
  metadata: 'Edit metadata',
  repair: 'Repair',
  resize_pages: 'Change page size',
  crop_pages: 'Crop pages',
}
