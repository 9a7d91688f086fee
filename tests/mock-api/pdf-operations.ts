import type { OperationEntry } from '../../contract/convert.ts'

/**
 * What is done to a PDF that stays one, in the shape of the real catalog: enough of each kind for a
 * pipeline.
 */

type Properties = Record<string, Record<string, unknown>>

const pages = { type: 'string', title: 'Pages', pattern: '^[0-9,\\- ]*$', default: '' }
const colour = (byDefault: string) => ({
  type: 'string',
  title: 'Colour',
  pattern: '^#[0-9a-fA-F]{6}$',
  default: byDefault,
})
const password = (title: string, description: string) => ({
  type: 'string',
  title,
  description,
  default: '',
  format: 'password',
  writeOnly: true,
})
const corners = ['top_left', 'top', 'top_right', 'bottom_left', 'bottom', 'bottom_right']

const edit = (operation: string, label: string, credits: number, properties: Properties): OperationEntry => ({
  operation,
  label,
  family: 'document',
  engine: 'mock',
  min_files: 1,
  max_files: 1,
  from: ['pdf'],
  to: ['pdf'],
  credits,
  options: { type: 'object', properties, additionalProperties: false },
})

export const PDF_OPERATIONS: OperationEntry[] = [
  edit('split', 'Split', 1, {
    by: { type: 'string', title: 'Split by', enum: ['pages', 'ranges', 'bookmarks'], default: 'pages' },
    every: { type: 'integer', title: 'Pages in each file', minimum: 1, maximum: 10_000, default: 1 },
  }),
  edit('extract_pages', 'Extract pages', 1, { pages }),
  edit('delete_pages', 'Delete pages', 1, { pages: { ...pages, title: 'Pages to delete' } }),
  edit('rotate_pages', 'Rotate pages', 1, {
    pages,
    angle: { title: 'Rotate by', description: 'Degrees clockwise.', enum: [90, 180, 270], default: 90 },
  }),
  edit('watermark', 'Add watermark', 1, {
    text: { type: 'string', title: 'Text', minLength: 1, maxLength: 200, default: 'CONFIDENTIAL' },
    position: { type: 'string', title: 'Position', enum: ['centre', 'tile', ...corners], default: 'centre' },
    size: { type: 'integer', title: 'Size', minimum: 6, maximum: 300, default: 60 },
    opacity: { type: 'integer', title: 'Opacity', minimum: 1, maximum: 100, default: 25 },
    colour: colour('#808080'),
    behind: { type: 'boolean', title: 'Behind content', default: false },
  }),
  edit('page_numbers', 'Add page numbers', 1, {
    format: { type: 'string', title: 'Text', minLength: 1, default: '{n} / {total}' },
    position: { type: 'string', title: 'Position', enum: corners, default: 'bottom' },
    size: { type: 'integer', title: 'Size', minimum: 5, maximum: 72, default: 10 },
  }),
  edit('encrypt', 'Encrypt with password', 1, {
    user_password: password('Open password', 'Required to open the PDF. Leave empty for none.'),
    owner_password: password('Owner password', 'It lifts the restrictions. Empty: nobody can.'),
    allow_printing: { type: 'boolean', title: 'Allow printing', default: true },
  }),
  edit('decrypt', 'Remove password', 1, {
    password: password('Password', 'The one that opens the PDF. Empty where it opens without.'),
  }),
  edit('optimize', 'Compress', 1, {
    pictures: {
      type: 'string',
      title: 'Images',
      enum: ['keep', 'light', 'medium', 'strong'],
      default: 'medium',
    },
    linearize: { type: 'boolean', title: 'Web-optimized', default: false },
  }),
  edit('flatten', 'Flatten forms and comments', 1, {}),
  edit('redact', 'Redact', 2, {
    terms: { type: 'array', title: 'Words', items: { type: 'string' }, maxItems: 20, default: [] },
    emails: { type: 'boolean', title: 'E-mail addresses', default: false },
  }),
  edit('metadata', 'Edit metadata', 1, {
    title: { type: 'string', title: 'Title', default: '' },
    remove_all: { type: 'boolean', title: 'Remove existing metadata', default: false },
  }),
  edit('repair', 'Repair', 1, {}),
]
