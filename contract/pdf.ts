import { z } from 'zod'
import { Accepted } from './conversion.ts'
import { fileKeys, fileReference, LIMITS } from './convert.ts'
import { endpoint } from './endpoint.ts'
import { FileName } from './file-name.ts'
import { Message } from './message.ts'
import { PdfEdits, PdfRect } from './pdf-edits.ts'
import { CreateShareJson } from './shares.ts'

/** Maximum bytes of JSON: edits may contain drawings. */
export const EDITS_LIMIT = 4_000_000

const password = z
  .string()
  .max(120)
  .optional()
  .meta({ description: 'Opens the PDF where it needs one.', writeOnly: true })

export const FIELD_TYPES = ['text', 'checkbox', 'radio', 'choice', 'list', 'button', 'signature'] as const
export const FIELD_FLAGS = [
  'read_only',
  'required',
  'no_export',
  'multiline',
  'password',
  'file_select',
  'no_spell_check',
  'no_scroll',
  'comb',
  'rich_text',
  'editable',
  'sorted',
  'multi_select',
  'no_toggle_to_off',
  'radios_in_unison',
  'commit_on_change',
  'hidden',
] as const

/**
 * A place of a field on a page. A field may have several; a radio button has one for each option.
 */
const Widget = z.object({
  page: z.int().min(1).meta({ description: 'Page number, counted from 1.' }),
  rect: PdfRect,
  option: z.string().nullable().meta({ description: 'The option that this place stands for.' }),
})

/** A form field of the PDF. */
export const PdfField = z
  .object({
    name: z.string().meta({ description: 'In full, with dots between the parts.', example: 'tenant.name' }),
    type: z.enum(FIELD_TYPES).meta({ description: 'Type of the field.' }),
    page: z.int().min(1).nullable().meta({ description: 'Of its first place; null where it has none.' }),
    rect: PdfRect.nullable().meta({ description: 'Position of its first widget; null if it has none.' }),
    widgets: z.array(Widget).meta({ description: 'Every place where the field is shown.' }),
    value: z
      .union([z.string(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({ description: 'Present value; null if empty.' }),
    default_value: z
      .union([z.string(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({ description: 'Default value; null if none.' }),
    options: z
      .array(
        z.object({
          value: z.string().meta({ description: 'Value that the field takes.' }),
          label: z.string().meta({ description: 'Label for people.' }),
        }),
      )
      .nullable()
      .meta({ description: 'Of a radio button, a choice or a list.' }),
    flags: z.array(z.enum(FIELD_FLAGS)).meta({ description: 'Flags of the field (ISO 32000-1, 12.7).' }),
    required: z.boolean().meta({ description: 'Whether the form requires a value.' }),
    read_only: z.boolean().meta({ description: 'Whether the field cannot be changed.' }),
    max_length: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Highest number of characters; null if unlimited.' }),
    tooltip: z.string().nullable().meta({ description: 'Alternate name for people; null if none.' }),
    format: z
      .enum(['date', 'time', 'number', 'percent', 'postcode', 'phone', 'other'])
      .nullable()
      .meta({ description: 'What the form’s own script says that it wants; no script is ever run.' }),
    format_pattern: z
      .string()
      .nullable()
      .meta({ description: 'Pattern of the format; null if none.', example: 'dd/mm/yyyy' }),
  })
  .meta({ id: 'PdfField', description: 'A form field.' })
export type PdfField = z.infer<typeof PdfField>

export const FormFields = z
  .object({
    filename: z.string().meta({ description: 'File name of the PDF.' }),
    pages: z.int().min(0).meta({ description: 'Number of pages.' }),
    fields: z.array(PdfField).meta({ description: 'The form fields in the order of the document.' }),
    xfa: z.enum(['none', 'hybrid', 'only']).meta({
      description:
        'XFA forms cannot be filled here. `hybrid`: the fields listed are the same form’s AcroForm, and can. `only`: there are none.',
    }),
    signed: z.boolean().meta({ description: 'Whether a signature in it would be broken by any change.' }),
  })
  .meta({ id: 'FormFields', description: 'Form fields of a PDF.' })
export type FormFields = z.infer<typeof FormFields>

export const FormFieldsForm = z
  .object({
    file: z.file().optional().meta({ description: 'Looked at and thrown away.' }),
    ...fileReference,
    password,
  })
  .meta({ id: 'FormFieldsForm', description: 'Form with a PDF whose form fields are listed.' })
export const FormFieldsJson = z.strictObject({ ...fileReference, password }).meta({ id: 'FormFieldsJson' })

const { file_id: _file, conversion_id: _conversion, s3_key: _key, ...shareSettings } = CreateShareJson.shape

const kindOf = <const K extends string>(kind: K) =>
  z.literal(kind).meta({ description: 'Kind of the destination.' })

/** Destination of the saved PDF. It can always be downloaded like the result of a conversion. */
export const Destination = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: kindOf('download') }),
    z.strictObject({ kind: kindOf('storage') }).meta({ description: 'A new file of the account’s own.' }),
    z
      .strictObject({
        kind: kindOf('replace'),
        file_id: z.uuid().meta({ description: 'Id of the file that is replaced.' }),
      })
      .meta({ description: 'A new version of a stored file; the one before is kept.' }),
    z
      .strictObject({ kind: kindOf('share'), ...shareSettings })
      .meta({ description: 'Stored, and opened to others by a link.' }),
    z
      .strictObject({ kind: kindOf('sign') })
      .meta({ description: 'The draft of a signing session, whose document it is.' }),
  ])
  .meta({ id: 'Destination', description: 'Where the PDF goes besides the download.' })
export type Destination = z.infer<typeof Destination>

export const SavePdfForm = z
  .object({
    file: z.array(z.file()).min(1).max(LIMITS.files).optional().meta({
      description: 'The PDF, followed by the further PDFs and images that the edits name.',
    }),
    ...fileReference,
    s3_keys: fileKeys,
    edits: z
      .string()
      .max(EDITS_LIMIT)
      .meta({ description: '`PdfEdits` as JSON.', example: '{"fields":{"tenant.name":"Ana Ruiz"}}' }),
    destination: z.string().max(LIMITS.options).optional().meta({ description: '`Destination` as JSON.' }),
    filename: FileName.optional(),
  })
  .meta({ id: 'SavePdfForm', description: 'Form with a PDF and its edits.' })

export const SavePdfJson = z
  .strictObject({
    ...fileReference,
    s3_keys: fileKeys,
    edits: PdfEdits,
    destination: Destination.default({ kind: 'download' }),
    filename: FileName.optional(),
  })
  .meta({ id: 'SavePdfJson' })

export const CheckPdfForm = z
  .object({
    file: z.array(z.file()).min(1).max(LIMITS.files).optional().meta({
      description: 'The PDF and further files, as for saving. They are looked at and thrown away.',
    }),
    ...fileReference,
    s3_keys: fileKeys,
    edits: z.string().max(EDITS_LIMIT).meta({ description: '`PdfEdits` as JSON.', example: '{}' }),
  })
  .meta({ id: 'CheckPdfForm', description: 'Form with a PDF and the edits that are checked.' })

export const CheckPdfJson = z
  .strictObject({ ...fileReference, s3_keys: fileKeys, edits: PdfEdits })
  .meta({ id: 'CheckPdfJson' })

export const PdfCheck = z
  .object({
    pages: z.int().min(0).meta({ description: 'Number of pages of the result.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the result in bytes.' }),
    picture_pages: z.array(z.int().min(1)).meta({
      description:
        'Pages of the result that become images, so that nothing stays under a redaction. Their text is lost.',
    }),
    warnings: z.array(z.string()).meta({ description: 'What is lost or replaced, for a person.' }),
    warning_messages: z.array(Message).meta({ description: 'The same warnings, for translation.' }),
  })
  .meta({ id: 'PdfCheck', description: 'What saving an edited PDF gives.' })
export type PdfCheck = z.infer<typeof PdfCheck>

const problems = [
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
  'upload_incomplete',
  'file_missing',
  'file_empty',
  'file_too_large',
  'malicious_file',
  'unsupported_source',
  'not_found',
  'storage_full',
] as const

export const pdfEndpoints = {
  listFormFields: endpoint({
    method: 'POST',
    path: '/api/v1/pdf_handler/form-fields/',
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary: 'List form fields of a PDF',
    description:
      'Returns each field with type, value, options and position. The file is not changed; a file that is sent is not stored.',
    form: FormFieldsForm,
    json: FormFieldsJson,
    responses: { 200: FormFields },
    problems: [...problems, 'inspection_failed', 'insufficient_credits', 'spend_limit_reached'],
  }),
  checkPdfSave: endpoint({
    method: 'POST',
    path: '/api/v1/pdf_handler/save/check/',
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    extension: true,
    summary: 'Check what saving an edited PDF gives',
    description:
      'Applies the edits and returns facts about the result, which is not kept: its size, and the pages that become images. Free.',
    form: CheckPdfForm,
    json: CheckPdfJson,
    bodyLimit: EDITS_LIMIT,
    responses: { 200: PdfCheck },
    problems: [
      ...problems,
      'invalid_options',
      'inspection_failed',
      'insufficient_credits',
      'spend_limit_reached',
      'too_many_requests',
    ],
  }),
  savePdf: endpoint({
    method: 'POST',
    path: '/api/v1/pdf_handler/save/',
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary: 'Save an edited PDF to a destination',
    description:
      'Applies the edits to the PDF as a conversion and delivers the result: as a download, to the storage, as a new version, as a share link or as a signing draft.',
    form: SavePdfForm,
    json: SavePdfJson,
    bodyLimit: EDITS_LIMIT,
    idempotent: true,
    responses: { 202: Accepted },
    problems: [
      ...problems,
      'unauthenticated',
      'invalid_options',
      'insufficient_credits',
      'spend_limit_reached',
      'storage_quota_exceeded',
      'share_rule',
      'idempotency_conflict',
    ],
  }),
} as const
