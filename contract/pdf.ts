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
  .meta({ description: 'Password of the PDF, if it has one.', writeOnly: true })

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
  option: z.string().nullable().meta({ description: 'Option of this widget; null if there is none.' }),
})

/** A form field of the PDF. */
export const PdfField = z
  .object({
    name: z
      .string()
      .meta({ description: 'Full name with the parts separated by dots.', example: 'tenant.name' }),
    type: z.enum(FIELD_TYPES).meta({ description: 'Type of the field.' }),
    page: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Page of the field’s first widget; null if it has none.' }),
    rect: PdfRect.nullable().meta({
      description: 'Position of the field’s first widget; null if it has none.',
    }),
    widgets: z.array(Widget).meta({ description: 'All widgets of the field.' }),
    value: z
      .union([z.string(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({ description: 'Current value; null if empty.' }),
    default_value: z
      .union([z.string(), z.boolean(), z.array(z.string())])
      .nullable()
      .meta({ description: 'Default value; null if there is none.' }),
    options: z
      .array(
        z.object({
          value: z.string().meta({ description: 'Value of the option.' }),
          label: z.string().meta({ description: 'Label of the option.' }),
        }),
      )
      .nullable()
      .meta({ description: 'Options of a radio button, a choice or a list; null for other types.' }),
    flags: z.array(z.enum(FIELD_FLAGS)).meta({ description: 'Flags of the field (ISO 32000-1, 12.7).' }),
    required: z.boolean().meta({ description: 'Whether the form requires a value.' }),
    read_only: z.boolean().meta({ description: 'Whether the field cannot be changed.' }),
    max_length: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Maximum number of characters; null if unlimited.' }),
    tooltip: z
      .string()
      .nullable()
      .meta({ description: 'Alternate name for display; null if there is none.' }),
    format: z.enum(['date', 'time', 'number', 'percent', 'postcode', 'phone', 'other']).nullable().meta({
      description: 'Format required by the form’s script; null if there is none. Scripts are never run.',
    }),
    format_pattern: z
      .string()
      .nullable()
      .meta({ description: 'Pattern of the format; null if there is none.', example: 'dd/mm/yyyy' }),
  })
  .meta({ id: 'PdfField', description: 'A form field.' })
export type PdfField = z.infer<typeof PdfField>

export const FormFields = z
  .object({
    filename: z.string().meta({ description: 'File name of the PDF.' }),
    pages: z.int().min(0).meta({ description: 'Number of pages.' }),
    fields: z.array(PdfField).meta({ description: 'Form fields in the order of the document.' }),
    xfa: z.enum(['none', 'hybrid', 'only']).meta({
      description:
        'Type of XFA form. XFA forms cannot be filled. `hybrid`: the listed fields are those of the AcroForm of the same form and can be filled. `only`: the form has no AcroForm fields.',
    }),
    signed: z
      .boolean()
      .meta({ description: 'Whether the PDF has a signature that any change would invalidate.' }),
  })
  .meta({ id: 'FormFields', description: 'Form fields of a PDF.' })
export type FormFields = z.infer<typeof FormFields>

export const FormFieldsForm = z
  .object({
    file: z.file().optional().meta({ description: 'PDF to inspect. The file is not stored.' }),
    ...fileReference,
    password,
  })
  .meta({ id: 'FormFieldsForm', description: 'Form with a PDF whose form fields are listed.' })
export const FormFieldsJson = z.strictObject({ ...fileReference, password }).meta({ id: 'FormFieldsJson' })

const { file_id: _file, conversion_id: _conversion, s3_key: _key, ...shareSettings } = CreateShareJson.shape

const kindOf = <const K extends string>(kind: K) =>
  z.literal(kind).meta({ description: 'Type of the destination.' })

/** Destination of the saved PDF. It can always be downloaded like the result of a conversion. */
export const Destination = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: kindOf('download') }),
    z
      .strictObject({ kind: kindOf('storage') })
      .meta({ description: 'Saves a new stored file of the account.' }),
    z
      .strictObject({
        kind: kindOf('replace'),
        file_id: z.uuid().meta({ description: 'Id of the stored file to replace.' }),
      })
      .meta({ description: 'Saves a new version of a stored file; the previous version is kept.' }),
    z
      .strictObject({ kind: kindOf('share'), ...shareSettings })
      .meta({ description: 'Saves a stored file and creates a share link for it.' }),
    z
      .strictObject({ kind: kindOf('sign') })
      .meta({ description: 'Creates a draft of a signing session with the document.' }),
  ])
  .meta({ id: 'Destination', description: 'Destination of the PDF in addition to the download.' })
export type Destination = z.infer<typeof Destination>

export const SavePdfForm = z
  .object({
    file: z.array(z.file()).min(1).max(LIMITS.files).optional().meta({
      description: 'The PDF, followed by the further PDFs and images that the edits use.',
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
      description: 'The PDF and further files, as for saving. The files are not stored.',
    }),
    ...fileReference,
    s3_keys: fileKeys,
    edits: z.string().max(EDITS_LIMIT).meta({ description: '`PdfEdits` as JSON.', example: '{}' }),
  })
  .meta({ id: 'CheckPdfForm', description: 'Form with a PDF and the edits to check.' })

export const CheckPdfJson = z
  .strictObject({ ...fileReference, s3_keys: fileKeys, edits: PdfEdits })
  .meta({ id: 'CheckPdfJson' })

export const PdfCheck = z
  .object({
    pages: z.int().min(0).meta({ description: 'Number of pages of the result.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the result in bytes.' }),
    picture_pages: z.array(z.int().min(1)).meta({
      description:
        'Page numbers of the result that become images, so that no redacted content remains. Their text is lost.',
    }),
    warnings: z
      .array(z.string())
      .meta({ description: 'Content that is lost or replaced, in readable form.' }),
    warning_messages: z.array(Message).meta({ description: 'The same warnings with translation data.' }),
  })
  .meta({ id: 'PdfCheck', description: 'Effects of saving an edited PDF.' })
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
      'Returns each field with its type, value, options and position. The file is not changed, and an uploaded file is not stored.',
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
    summary: 'Check the result of saving an edited PDF',
    description:
      'Applies the edits and returns details of the result without keeping it: its size, and the pages that become images. Free of charge.',
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
      'Applies the edits to the PDF as a conversion and delivers the result: as a download, as a stored file, as a new version, as a share link or as a signing draft.',
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
