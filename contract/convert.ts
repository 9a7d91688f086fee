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
    label: z.string().meta({ description: 'Name for people.', example: 'DOCX' }),
    family: Family,
    mime_types: z
      .array(z.string())
      .meta({ description: 'MIME types of the format, the preferred one first.' }),
    extensions: z.array(z.string()).meta({ description: 'File name extensions without the dot.' }),
    inputs: z.array(z.string()).meta({ description: 'Formats it can be made from.' }),
    outputs: z.array(z.string()).meta({ description: 'Formats it can become.' }),
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
    licence: z.string().meta({ description: 'SPDX identifier of its licence.' }),
    adds: z.string().meta({ description: 'What it is for, or would add.' }),
    install: z.string().optional().meta({ description: 'How an operator gets it.' }),
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
    formats: z.array(FormatEntry).meta({ description: 'Every format of the family.' }),
    engines: z.record(z.string(), EngineEntry).meta({ description: 'Engines by name.' }),
  })
  .meta({ id: 'Formats', description: 'Formats and engines of a family.' })

export const OperationEntry = z
  .object({
    operation: z
      .string()
      .meta({ description: 'Name of the operation, as conversions take it.', example: 'convert' }),
    label: z.string().meta({ description: 'Name for people.', example: 'Convert' }),
    family: Family,
    from: z.array(z.string()).meta({ description: 'Formats that it takes.' }),
    to: z.array(z.string()).meta({ description: 'Formats that it produces.' }),
    engine: z.string().meta({ description: 'What does it.', example: 'LibreOffice' }),
    min_files: z.int().min(1).meta({ description: 'How many files it takes at least.' }),
    max_files: z.int().min(1).meta({ description: 'How many it takes at most: 1 for most.' }),
    credits: z.int().min(0).meta({ description: 'What one run costs.' }),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'A JSON Schema: type, bounds, default and label of each option.' }),
  })
  .meta({ id: 'Operation', description: 'An operation with its price and options.' })
export type OperationEntry = z.infer<typeof OperationEntry>

export const Operations = z
  .object({ operations: z.array(OperationEntry).meta({ description: 'Operations that match the query.' }) })
  .meta({ id: 'Operations', description: 'Operations of a family.' })

export const Catalog = z
  .object({
    formats: z.array(FormatEntry).meta({ description: 'Every format of every family.' }),
    operations: z.array(OperationEntry).meta({ description: 'Every operation of every family.' }),
  })
  .meta({ id: 'Catalog', description: 'Formats and operations of every family.' })

export const operationsQuery = z.object({
  from: formatName.optional().meta({ description: 'Only what takes this format.' }),
  to: formatName.optional().meta({ description: 'Only what gives this format.' }),
})

const choice = {
  target_format: formatName.meta({ description: 'Case and a leading dot do not matter.', example: 'pdf' }),
  operation: z.string().min(1).max(64).optional().meta({ description: 'Default `convert`.' }),
  source_format: formatName
    .optional()
    .meta({ description: 'Overrides what the bytes say, between text formats.' }),
  external_token: z
    .string()
    .max(LIMITS.external_token)
    .optional()
    .meta({ description: "The caller's own reference." }),
  batch_id: z.uuid().optional().meta({ description: 'Groups the conversions of one run; any new UUID.' }),
}

const url = z
  .string()
  .max(LIMITS.url)
  .meta({ description: 'An http or https address that anyone can reach; the file is fetched from there.' })
const key = z.string().min(1).max(255)

/** References to one stored file of the caller. A request uses at most one of them. */
export const fileReference = {
  s3_key: key.optional().meta({
    description: 'Key of a file that the caller owns: of an upload, of an original or of a result.',
    example: 'uploads/4c1f6f0e-2f0b-4a44-9d0a-6d7f5f1c2b1a',
  }),
  file_id: z.uuid().optional().meta({ description: 'Id of a file in the storage of the account.' }),
  conversion_id: z
    .uuid()
    .optional()
    .meta({ description: 'Id of a completed conversion. Its result is taken.' }),
}

/** Several stored files of the caller, by key. */
export const fileKeys = z.array(key).min(1).max(LIMITS.files).optional().meta({
  description: 'Keys of several files that the caller owns, in the order in which they are put together.',
})

/**
 * The multipart body of every convert endpoint (decision 3). `options` is JSON text. What takes
 * several files takes the part `file`, the part `s3_keys`, or both, as often as there are files, in
 * their order.
 */
export const ConvertForm = z
  .object({
    file: z.array(z.file()).min(1).max(LIMITS.files).optional().meta({
      description: 'The file, or several in their order for operations that put files together.',
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
    file: z.file().optional().meta({ description: 'File to check. It is not kept.' }),
    ...fileReference,
    filename: FileName.optional(),
    ...request,
    options: z.string().max(LIMITS.options).optional().meta({ description: 'A JSON object.' }),
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
    valid: z.boolean().meta({ description: 'Whether it would be taken on.' }),
    engine: z.string().nullable().meta({ description: 'What would do it.', example: 'LibreOffice' }),
    credits: z.int().min(0).nullable().meta({ description: 'What it would cost.' }),
    losses: z.array(z.string()).meta({
      description:
        'What the target or the engine does not keep, in sentences for people. Losses of the file itself are among the warnings of its conversion.',
      example: ['Charts become tables.'],
    }),
    operation: z.string().meta({ description: 'Name of the operation that was checked.' }),
    source_format: z
      .string()
      .nullable()
      .meta({ description: 'Format of the source as it would be treated; null if unknown.' }),
    target_format: z.string().nullable().meta({ description: 'Format that was asked for; null if unknown.' }),
    problem: z
      .object({
        code: ProblemCodeName,
        detail: z.string().meta({ description: 'Explanation for people.' }),
        errors: z.array(FieldError).meta({ description: 'The fields that are not valid.' }),
      })
      .nullable()
      .meta({ description: 'Why it would be refused.' }),
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
      .meta({ description: 'Key of the file. Conversions of the caller take it as `s3_key`.' }),
    filename: z.string().meta({ description: 'File name, cleaned.' }),
    format: z.string().meta({ description: 'Format, detected from the bytes.', example: 'otf' }),
    family: Family,
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    visitor_token: visitorToken,
  })
  .meta({ id: 'StoredUpload', description: 'A file that was stored for conversions.' })
export type StoredUpload = z.infer<typeof StoredUpload>

export const Credits = z
  .object({
    remaining: z.int().meta({ description: 'Free to spend.' }),
    held: z.int().meta({ description: 'Set aside for conversions that are running.' }),
    granted: z.int().meta({ description: 'All that was ever given.' }),
    anonymous: z
      .boolean()
      .meta({ description: 'Whether this is the free quota of a visitor without an account.' }),
  })
  .meta({ id: 'Credits', description: 'Credit balance.' })
