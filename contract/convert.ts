import { z } from 'zod'
import { visitorToken } from './conversion.ts'
import { Family } from './families.ts'
import { FileName } from './file-name.ts'
import { FieldError, ProblemCodeName } from './problems.ts'

/** Maximum lengths of names and options; longer ones are refused before anything is stored. */
export const LIMITS = {
  options: 16_384,
  external_token: 255,
  url: 2048,
  /** Files of one conversion that combines several. */
  files: 100,
} as const

const formatName = z.string().min(1).max(32)

export const FormatEntry = z
  .object({
    format: z.string().meta({ description: 'Name of the format, in lower case.', example: 'docx' }),
    label: z.string().meta({ description: 'Display name.', example: 'DOCX' }),
    family: Family,
    mime_types: z
      .array(z.string())
      .meta({ description: 'MIME types of the format, the preferred one first.' }),
    extensions: z.array(z.string()).meta({ description: 'File name extensions without the dot.' }),
    inputs: z.array(z.string()).meta({ description: 'Formats that can be converted to this format.' }),
    outputs: z.array(z.string()).meta({ description: 'Formats that this format can be converted to.' }),
  })
  .meta({ id: 'Format', description: 'A format.' })
export type FormatEntry = z.infer<typeof FormatEntry>

export const EngineEntry = z
  .object({
    installed: z.boolean().meta({ description: 'Whether the engine is available on this instance.' }),
    version: z
      .string()
      .nullable()
      .meta({ description: 'Version of the engine; null if it is not installed.' }),
    licence: z.string().meta({ description: 'SPDX identifier of the license.' }),
    adds: z.string().meta({ description: 'Purpose of the engine.' }),
    install: z.string().optional().meta({ description: 'Installation instruction for operators.' }),
    inputs: z.array(z.string()).meta({ description: 'Formats that the engine reads.' }),
    outputs: z.array(z.string()).meta({ description: 'Formats that the engine writes.' }),
    conversions: z.record(z.string(), z.array(z.string())).meta({
      description:
        'Output formats by input format. A conversion that needs two engines is listed with both of them.',
    }),
  })
  .meta({ id: 'Engine', description: 'An engine.' })

export const Formats = z
  .object({
    formats: z.array(FormatEntry).meta({ description: 'All formats of the family.' }),
    engines: z.record(z.string(), EngineEntry).meta({ description: 'Engines by name.' }),
  })
  .meta({ id: 'Formats', description: 'Formats and engines of a family.' })

export const OperationEntry = z
  .object({
    operation: z
      .string()
      .meta({ description: 'Name of the operation for conversion requests.', example: 'convert' }),
    label: z.string().meta({ description: 'Display name.', example: 'Convert' }),
    family: Family,
    from: z.array(z.string()).meta({ description: 'Accepted input formats.' }),
    to: z.array(z.string()).meta({ description: 'Output formats.' }),
    engine: z.string().meta({ description: 'Engine that runs the operation.', example: 'LibreOffice' }),
    min_files: z.int().min(1).meta({ description: 'Minimum number of files.' }),
    max_files: z.int().min(1).meta({ description: 'Maximum number of files; 1 for most operations.' }),
    credits: z.int().min(0).meta({ description: 'Price of one run in credits.' }),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'JSON Schema of the options: type, bounds, default and label of each.' }),
  })
  .meta({ id: 'Operation', description: 'An operation with its price and its options.' })
export type OperationEntry = z.infer<typeof OperationEntry>

export const Operations = z
  .object({ operations: z.array(OperationEntry).meta({ description: 'Operations that match the query.' }) })
  .meta({ id: 'Operations', description: 'Operations of a family.' })

export const Catalog = z
  .object({
    formats: z.array(FormatEntry).meta({ description: 'All formats of all families.' }),
    operations: z.array(OperationEntry).meta({ description: 'All operations of all families.' }),
  })
  .meta({ id: 'Catalog', description: 'Formats and operations of all families.' })

export const operationsQuery = z.object({
  from: formatName.optional().meta({ description: 'Only operations that accept this format.' }),
  to: formatName.optional().meta({ description: 'Only operations that produce this format.' }),
})

const choice = {
  target_format: formatName.meta({
    description: 'Target format. Upper and lower case and a leading dot are ignored.',
    example: 'pdf',
  }),
  operation: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Name of the operation; `convert` by default.' }),
  source_format: formatName
    .optional()
    .meta({ description: 'Source format. Overrides the detected format between text formats.' }),
  external_token: z
    .string()
    .max(LIMITS.external_token)
    .optional()
    .meta({ description: 'Reference of the caller.' }),
  batch_id: z
    .uuid()
    .optional()
    .meta({ description: 'Id that groups conversions into a batch; any new UUID.' }),
}

const url = z
  .string()
  .max(LIMITS.url)
  .meta({ description: 'Public http or https URL from which the file is downloaded.' })
const key = z.string().min(1).max(255)

/** References to one stored file of the caller. A request uses at most one of them. */
export const fileReference = {
  s3_key: key.optional().meta({
    description: 'Key of a file of the caller: of an upload, an original or a result.',
    example: 'uploads/4c1f6f0e-2f0b-4a44-9d0a-6d7f5f1c2b1a',
  }),
  file_id: z.uuid().optional().meta({ description: 'Id of a stored file of the account.' }),
  conversion_id: z
    .uuid()
    .optional()
    .meta({ description: 'Id of a completed conversion whose result is used.' }),
}

/** Several stored files of the caller, by key. */
export const fileKeys = z.array(key).min(1).max(LIMITS.files).optional().meta({
  description: 'Keys of several files of the caller, in the order in which they are combined.',
})

/**
 * The multipart body of every convert endpoint (decision 3). `options` is JSON text. What takes
 * several files takes the part `file`, the part `s3_keys`, or both, as often as there are files, in
 * their order.
 */
export const ConvertForm = z
  .object({
    file: z.array(z.file()).min(1).max(LIMITS.files).optional().meta({
      description: 'The file, or several files in order for operations that combine files.',
    }),
    ...fileReference,
    s3_keys: fileKeys,
    url: url.optional(),
    filename: FileName.optional(),
    ...choice,
    options: z
      .string()
      .max(LIMITS.options)
      .optional()
      .meta({ description: 'Options of the operation as a JSON object.', example: '{"quality":80}' }),
  })
  .meta({ id: 'ConvertForm', description: 'Multipart body of a conversion.' })

export const ImportJson = z
  .strictObject({ url, filename: FileName.optional() })
  .meta({ id: 'ImportJson', description: 'URL of a file to import.' })

/** The JSON body: stored files of the caller, or the URL of a file. */
export const ConvertJson = z
  .strictObject({
    ...fileReference,
    s3_keys: fileKeys,
    url: url.optional(),
    filename: FileName.optional(),
    ...choice,
    options: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Options of the operation. Their JSON Schema is listed with the operation.' }),
  })
  .meta({ id: 'ConvertJson', description: 'JSON body of a conversion.' })

/** A dry run. `source_format` alone is enough; with a file, its content decides. */
const { external_token: _token, batch_id: _batch, ...request } = choice
export const ValidateForm = z
  .object({
    file: z.file().optional().meta({ description: 'File to check. The file is not stored.' }),
    ...fileReference,
    filename: FileName.optional(),
    ...request,
    options: z
      .string()
      .max(LIMITS.options)
      .optional()
      .meta({ description: 'Options of the operation as a JSON object.' }),
  })
  .meta({ id: 'ValidateForm', description: 'Multipart body of a dry run.' })

export const ValidateJson = z
  .strictObject({
    ...fileReference,
    filename: FileName.optional(),
    ...request,
    options: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ValidateJson' })

export const Validation = z
  .object({
    valid: z.boolean().meta({ description: 'Whether the conversion would be accepted.' }),
    engine: z.string().nullable().meta({
      description: 'Engine that would run the conversion; null if there is none.',
      example: 'LibreOffice',
    }),
    credits: z.int().min(0).nullable().meta({ description: 'Price in credits; null if unknown.' }),
    losses: z.array(z.string()).meta({
      description:
        'Sentences about content that the target format or the engine does not preserve. Losses that depend on the file itself are in the warnings of its conversion.',
      example: ['Charts become tables.'],
    }),
    operation: z.string().meta({ description: 'Name of the checked operation.' }),
    source_format: z
      .string()
      .nullable()
      .meta({ description: 'Source format that would be used; null if unknown.' }),
    target_format: z.string().nullable().meta({ description: 'Requested target format; null if unknown.' }),
    problem: z
      .object({
        code: ProblemCodeName,
        detail: z.string().meta({ description: 'Human-readable explanation.' }),
        errors: z.array(FieldError).meta({ description: 'Invalid fields.' }),
      })
      .nullable()
      .meta({ description: 'Reason why the conversion would be refused.' }),
  })
  .meta({ id: 'Validation', description: 'Result of a dry run.' })
export type Validation = z.infer<typeof Validation>

/**
 * A file that is uploaded and not yet converted: stored for a day, under a key that conversions
 * accept.
 */
export const StoredUpload = z
  .object({
    s3_key: z
      .string()
      .meta({ description: 'Key of the file. Conversions of the caller accept it as `s3_key`.' }),
    filename: z.string().meta({ description: 'Cleaned file name.' }),
    format: z.string().meta({ description: 'Format detected from the content.', example: 'otf' }),
    family: Family,
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    visitor_token: visitorToken,
  })
  .meta({ id: 'StoredUpload', description: 'A file stored for conversions.' })
export type StoredUpload = z.infer<typeof StoredUpload>

export const Credits = z
  .object({
    remaining: z.int().meta({ description: 'Available credits.' }),
    held: z.int().meta({ description: 'Credits held for running conversions.' }),
    granted: z.int().meta({ description: 'Total credits granted.' }),
    anonymous: z
      .boolean()
      .meta({ description: 'Whether the balance is the free quota of a visitor without an account.' }),
  })
  .meta({ id: 'Credits', description: 'Credit balance.' })
