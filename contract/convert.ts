import { z } from 'zod'
import { Accepted, Conversion, conversionParams } from './conversion.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { Family } from './families.ts'
import type { ProblemCode } from './problems.ts'

/** How long names and options may be; longer ones are refused before anything is stored. */
export const LIMITS = { filename: 255, options: 16_384, external_token: 255 } as const

const formatName = z.string().min(1).max(32)

export const FormatEntry = z
  .object({
    format: z.string().meta({ example: 'docx' }),
    label: z.string().meta({ example: 'DOCX' }),
    family: Family,
    mime_types: z.array(z.string()),
    extensions: z.array(z.string()),
    inputs: z.array(z.string()).meta({ description: 'Formats it can be made from.' }),
    outputs: z.array(z.string()).meta({ description: 'Formats it can become.' }),
  })
  .meta({ id: 'Format' })
export type FormatEntry = z.infer<typeof FormatEntry>

export const EngineEntry = z
  .object({
    installed: z.boolean(),
    version: z.string().nullable(),
    licence: z.string(),
    install: z.string().optional().meta({ description: 'How an operator gets it.' }),
  })
  .meta({ id: 'Engine' })

export const Formats = z
  .object({ formats: z.array(FormatEntry), engines: z.record(z.string(), EngineEntry) })
  .meta({ id: 'Formats' })

export const OperationEntry = z
  .object({
    operation: z.string().meta({ example: 'convert' }),
    label: z.string().meta({ example: 'Convert' }),
    family: Family,
    from: z.array(z.string()),
    to: z.array(z.string()),
    credits: z.int().min(0).meta({ description: 'What one run costs.' }),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'A JSON Schema: type, bounds, default and label of each option.' }),
  })
  .meta({ id: 'Operation' })
export type OperationEntry = z.infer<typeof OperationEntry>

export const Operations = z.object({ operations: z.array(OperationEntry) }).meta({ id: 'Operations' })

const operationsQuery = z.object({
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

/** The multipart body of every convert endpoint (decision 3). `options` travels as JSON text. */
export const ConvertForm = z
  .object({
    file: z.file().optional().meta({ description: 'The file, or `s3_key` in its place.' }),
    s3_key: z.string().max(255).optional().meta({ description: 'Of a file that the caller owns already.' }),
    ...choice,
    options: z
      .string()
      .max(LIMITS.options)
      .optional()
      .meta({ description: 'A JSON object.', example: '{"quality":80}' }),
  })
  .meta({ id: 'ConvertForm' })

/** The JSON variant: a file that the caller owns already, by its key or by the conversion that made it. */
export const ConvertJson = z
  .strictObject({
    s3_key: z.string().max(255).optional(),
    file_id: z
      .uuid()
      .optional()
      .meta({ description: 'The id of a completed conversion: its output is taken.' }),
    filename: z.string().min(1).max(LIMITS.filename).optional(),
    ...choice,
    options: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ConvertJson' })

export const Credits = z
  .object({
    remaining: z.int().meta({ description: 'Free to spend.' }),
    held: z.int().meta({ description: 'Set aside for conversions that are running.' }),
    granted: z.int().meta({ description: 'All that was ever given.' }),
    anonymous: z
      .boolean()
      .meta({ description: 'Whether this is the free quota of a visitor without an account.' }),
  })
  .meta({ id: 'Credits' })

const waitQuery = z.object({
  timeout: z.coerce.number().min(0).max(60).default(60).meta({ description: 'Seconds.' }),
})

const refusals = [
  'malformed_body',
  'upload_incomplete',
  'file_missing',
  'file_empty',
  'file_too_large',
  'unsupported_source',
  'unsupported_target',
  'invalid_options',
  'insufficient_credits',
  'idempotency_conflict',
  'unsupported_media_type',
  'storage_full',
  'not_found',
] as const satisfies readonly ProblemCode[]

const formats = (path: `/${string}`, summary: string) =>
  endpoint({ method: 'GET', path, auth: 'anyone', area: 'convert', summary, responses: { 200: Formats } })
const operations = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'anyone',
    area: 'convert',
    summary,
    query: operationsQuery,
    responses: { 200: Operations },
  })
const convert = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'anyone',
    area: 'convert',
    summary,
    form: ConvertForm,
    idempotent: true,
    responses: { 202: Accepted },
    problems: refusals,
  })
const status = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    area: 'convert',
    summary,
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found'],
  })
const wait = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    area: 'convert',
    summary,
    params: conversionParams,
    query: waitQuery,
    responses: { 200: Conversion },
    problems: ['not_found'],
  })
const download = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    area: 'convert',
    summary,
    params: conversionParams,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'not_finished', 'expired'],
  })

export const convertEndpoints = {
  listDocumentFormats: formats('/api/v1/pdf_handler/formats/', 'Supported document types'),
  listDocumentOperations: operations('/api/v1/pdf_handler/operations/', 'Operations for a from/to pair'),
  convertDocument: convert('/api/v1/pdf_handler/convert/', 'Convert a document, multipart body'),
  convertDocumentJson: endpoint({
    method: 'POST',
    path: '/api/v1/pdf_handler/convert/json/',
    auth: 'owner',
    area: 'convert',
    summary: 'Convert a document, JSON body',
    json: ConvertJson,
    idempotent: true,
    responses: { 202: Accepted },
    problems: refusals,
  }),
  getPdfConversion: status('/api/v1/pdf_handler/conversion/{conversion_id}/', 'Conversion status'),
  downloadDocument: download(
    '/api/v1/pdf_handler/{conversion_id}/download/',
    'Download a converted document',
  ),
  getDocumentConversion: status(
    '/api/v1/docs_core/conversion/{conversion_id}/',
    'Status of a document conversion',
  ),
  waitForDocument: wait(
    '/api/v1/docs_core/conversion/wait/{conversion_id}/',
    'Wait until a conversion settles',
  ),
  getDocumentCredits: endpoint({
    method: 'GET',
    path: '/api/v1/docs_core/credits/',
    auth: 'anyone',
    area: 'convert',
    summary: 'Remaining credits',
    responses: { 200: Credits },
  }),
  listImageFormats: formats('/api/v1/convert/image/formats/', 'List image formats'),
  listImageOperations: operations('/api/v1/convert/image/operations/', 'List image operations'),
  convertImage: convert('/api/v1/convert/image/convert/', 'Convert an image'),
  getImageConversion: status('/api/v1/convert/image/conversion/{conversion_id}/', 'Image conversion info'),
  getMediaConversion: status(
    '/api/v1/media_core/conversion/{conversion_id}/',
    'Status and download link of a media conversion',
  ),
  waitForMedia: wait(
    '/api/v1/media_core/conversion/wait/{conversion_id}/',
    'Wait until a media conversion settles',
  ),
  downloadMedia: download(
    '/api/v1/media_core/files/{conversion_id}/download/',
    'Download a converted media file',
  ),
  cancelConversion: endpoint({
    method: 'POST',
    path: '/api/v1/conversion/{conversion_id}/cancel/',
    auth: 'owner',
    area: 'convert',
    summary: 'Stop a conversion that is waiting or running; its credits are released',
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found', 'already_finished'],
    extension: true,
  }),
} as const
