import { z } from 'zod'
import { ConversionErrorCode } from './conversion-errors.ts'
import { CreatedBy } from './created-by.ts'
import { Family } from './families.ts'
import { Message, messageFields } from './message.ts'

/**
 * The specification's three states; a cancelled conversion is `failed` with the error code
 * `cancelled`.
 */
export const ConversionStatus = z.enum(['pending', 'completed', 'failed']).meta({
  id: 'ConversionStatus',
  description: 'Status of a conversion. A cancelled conversion is `failed` with the error `cancelled`.',
  example: 'completed',
})
export type ConversionStatus = z.infer<typeof ConversionStatus>

const instant = z.iso.datetime()
const uuid = z.uuid()

export const ConversionError = z
  .object({
    code: ConversionErrorCode,
    ...messageFields,
  })
  .meta({ id: 'ConversionError', description: 'Reason of a failed conversion.' })

export const ConversionOutput = z
  .object({
    filename: z
      .string()
      .meta({ description: 'File name of the result.', example: 'Lease, 14 Harbour Row.pdf' }),
    format: z.string().meta({
      description: 'Format of the result; `zip` if the result consists of several files.',
      example: 'pdf',
    }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the result in bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
    s3_key: z.string().nullable().meta({
      description:
        'Key of the result, for use as input of another conversion; null once the file is deleted.',
    }),
    pages: z.int().optional().meta({ description: 'Number of pages, if the result has pages.' }),
    width: z.int().optional().meta({ description: 'Width in pixels.' }),
    height: z.int().optional().meta({ description: 'Height in pixels.' }),
    duration: z.number().optional().meta({ description: 'Duration of audio or video in seconds.' }),
    entries: z.int().optional().meta({ description: 'Number of files in the ZIP.' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'Content that was lost or replaced, in readable form.' }),
    warning_messages: z.array(Message).meta({ description: 'The same warnings with translation data.' }),
  })
  .meta({ id: 'ConversionOutput', description: 'Result of a conversion.' })

/** A conversion, the same in every status, wait and history response (decision 4). */
export const Conversion = z
  .object({
    conversion_id: uuid.meta({ description: 'Id of the conversion.' }),
    id: uuid.meta({ description: 'The same as `conversion_id`; the client guide reads this name.' }),
    status: ConversionStatus,
    state: ConversionStatus.meta({ description: 'The same as `status`.' }),
    family: Family,
    operation: z
      .string()
      .meta({ description: 'Name of the operation; `convert` for most conversions.', example: 'convert' }),
    source_format: z
      .string()
      .meta({ description: 'Format of the original, detected from its content.', example: 'docx' }),
    target_format: z.string().meta({ description: 'Format of the result.', example: 'pdf' }),
    filename: z.string().meta({ description: 'Original file name.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the original in bytes.' }),
    file_count: z.int().min(1).meta({ description: 'Number of combined files; 1 for most conversions.' }),
    s3_key: z.string().nullable().meta({
      description:
        'Key of the original, or of the first one, for use as input of another conversion; null once the file is deleted.',
    }),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Options of the operation, including default values.' }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Progress from 0 to 1; null if the engine does not report it.' }),
    stage: z
      .string()
      .nullable()
      .meta({ description: 'Current stage in a few words.', example: 'Rendering page 3 of 9' }),
    stage_message: Message.nullable().meta({ description: 'The same stage with translation data.' }),
    queue_position: z.int().min(1).nullable().meta({
      description:
        'Position in the queue: 1 for the conversion that starts next. Null once the conversion has started, and if the position is unknown.',
      example: 4,
    }),
    error: ConversionError.nullable().meta({ description: 'Reason of the failure; null otherwise.' }),
    download_url: z
      .string()
      .nullable()
      .meta({ description: 'Absolute URL of the result. Present from completion until expiry.' }),
    output: ConversionOutput.nullable().meta({
      description: 'Details of the result; null until the conversion is completed.',
    }),
    credits_quoted: z.int().min(0).meta({ description: 'Credits charged on completion.' }),
    credits_charged: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Credits charged; null while credits are held.' }),
    external_token: z.string().nullable().meta({ description: 'Reference of the caller.' }),
    batch_id: uuid.nullable().meta({
      description: 'Id of the batch or pipeline run; null for a single conversion.',
    }),
    delivery: z
      .object({
        kind: z
          .enum(['storage', 'replace', 'share', 'sign'])
          .meta({ description: 'Type of the destination.' }),
        state: z.enum(['waiting', 'done', 'failed']).meta({ description: 'State of the delivery.' }),
        file_id: uuid.nullable().meta({ description: 'Id of the stored file.' }),
        link_id: uuid.nullable().meta({ description: 'Id of the share link.' }),
        session_id: uuid.nullable().meta({ description: 'Id of the signing session.' }),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Reason of the failed delivery in readable form.' }),
      })
      .nullable()
      .meta({ description: 'Additional destination of a saved PDF.' }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'Time the conversion was accepted.' }),
    started_at: instant
      .nullable()
      .meta({ description: 'Time an engine started the conversion; null while it is queued.' }),
    completed_at: instant.nullable().meta({ description: 'Time the conversion completed or failed.' }),
    expires_at: instant.nullable().meta({ description: 'Time the original and the result are deleted.' }),
  })
  .meta({ id: 'Conversion', description: 'A conversion.' })
export type Conversion = z.infer<typeof Conversion>

/**
 * Sent once, to a caller without an account and without a visitor cookie. A secret: the instance
 * stores only its hash.
 */
export const visitorToken = z.string().optional().meta({
  description:
    'Secret, present if the request created a visitor. Send it as a bearer token to read and download the files of this visitor; it works like the `visitor` cookie, for 60 days.',
})

/** The response to every accepted conversion: both names that clients of the specification use. */
export const Accepted = z
  .object({
    conversion_id: uuid.meta({ description: 'Id of the started conversion.' }),
    id: uuid.meta({ description: 'The same as `conversion_id`.' }),
    status: z.literal('pending').meta({ description: 'Always `pending`.' }),
    state: z.literal('pending').meta({ description: 'The same as `status`.' }),
    visitor_token: visitorToken,
  })
  .meta({ id: 'Accepted', description: 'A started conversion.' })

export const conversionParams = z.object({
  conversion_id: uuid.meta({ description: 'Id of the conversion.' }),
})
