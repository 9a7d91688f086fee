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
  .meta({ id: 'ConversionError', description: 'Why a conversion failed.' })

export const ConversionOutput = z
  .object({
    filename: z
      .string()
      .meta({ description: 'File name of the result.', example: 'Lease, 14 Harbour Row.pdf' }),
    format: z.string().meta({ description: '`zip` where the result is several files.', example: 'pdf' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the result in bytes.' }),
    sha256: z.string().meta({ description: 'Lower-case hex.' }),
    s3_key: z
      .string()
      .nullable()
      .meta({ description: 'Takes the place of a file in another conversion; null once it is gone.' }),
    pages: z.int().optional().meta({ description: 'Number of pages, if the result has pages.' }),
    width: z.int().optional().meta({ description: 'Pixels.' }),
    height: z.int().optional().meta({ description: 'Pixels.' }),
    duration: z.number().optional().meta({ description: 'Seconds of audio or video.' }),
    entries: z.int().optional().meta({ description: 'Files in the ZIP.' }),
    warnings: z.array(z.string()).meta({ description: 'What was lost or replaced, for a person.' }),
    warning_messages: z.array(Message).meta({ description: 'The same warnings, for translation.' }),
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
      .meta({ description: 'Name of the operation; `convert` for most.', example: 'convert' }),
    source_format: z
      .string()
      .meta({ description: 'Format of the original, detected from its bytes.', example: 'docx' }),
    target_format: z.string().meta({ description: 'Format of the result.', example: 'pdf' }),
    filename: z.string().meta({ description: 'The name the file came with.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size of the original in bytes.' }),
    file_count: z.int().min(1).meta({ description: 'How many files were put together; 1 for most.' }),
    s3_key: z
      .string()
      .nullable()
      .meta({ description: 'The (first) original, to convert it again; null once it is gone.' }),
    options: z.record(z.string(), z.unknown()).meta({ description: 'With the defaults filled in.' }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Null where the engine cannot say; never invented.' }),
    stage: z
      .string()
      .nullable()
      .meta({ description: 'What is happening, in a word or two.', example: 'Rendering page 3 of 9' }),
    stage_message: Message.nullable().meta({ description: 'The same, for translation.' }),
    queue_position: z.int().min(1).nullable().meta({
      description:
        'Position in the queue: 1 for the conversion that starts next. Null once it has started, and where the position is unknown.',
      example: 4,
    }),
    error: ConversionError.nullable().meta({ description: 'Why the conversion failed; null otherwise.' }),
    download_url: z
      .string()
      .nullable()
      .meta({ description: 'Absolute. Present once completed and until it expires.' }),
    output: ConversionOutput.nullable().meta({
      description: 'Facts about the result; null until it is completed.',
    }),
    credits_quoted: z
      .int()
      .min(0)
      .meta({ description: 'Credits that the conversion costs if it completes.' }),
    credits_charged: z.int().min(0).nullable().meta({ description: 'Null while credits are held.' }),
    external_token: z.string().nullable().meta({ description: "The caller's own reference." }),
    batch_id: uuid.nullable().meta({
      description: 'Id of the batch or pipeline run that it belongs to; null for a single conversion.',
    }),
    delivery: z
      .object({
        kind: z
          .enum(['storage', 'replace', 'share', 'sign'])
          .meta({ description: 'Kind of the destination.' }),
        state: z
          .enum(['waiting', 'done', 'failed'])
          .meta({ description: 'Whether the result has been delivered.' }),
        file_id: uuid.nullable().meta({ description: 'The stored file.' }),
        link_id: uuid.nullable().meta({ description: 'The share link.' }),
        session_id: uuid.nullable().meta({ description: 'The signing session.' }),
        problem: z.string().nullable().meta({ description: 'Why it did not get there, for a person.' }),
      })
      .nullable()
      .meta({ description: 'Where the result goes besides, where a saved PDF was to be delivered.' }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'When it was accepted.' }),
    started_at: instant
      .nullable()
      .meta({ description: 'When an engine began with it; null while it waits.' }),
    completed_at: instant.nullable().meta({ description: 'When it reached its end, well or not.' }),
    expires_at: instant.nullable().meta({ description: 'When original and output are deleted.' }),
  })
  .meta({ id: 'Conversion', description: 'A conversion.' })
export type Conversion = z.infer<typeof Conversion>

/**
 * Sent once, to a caller without an account and without a visitor cookie. A secret: the instance
 * stores only its hash.
 */
export const visitorToken = z.string().optional().meta({
  description:
    'Present when the request created a visitor. Send it as a bearer token to read and download what this visitor created; it works like the `visitor` cookie, for 60 days.',
})

/** The response to every accepted conversion: both names that clients of the specification use. */
export const Accepted = z
  .object({
    conversion_id: uuid.meta({ description: 'Id of the conversion that was started.' }),
    id: uuid.meta({ description: 'The same as `conversion_id`.' }),
    status: z.literal('pending').meta({ description: 'Always `pending`.' }),
    state: z.literal('pending').meta({ description: 'The same as `status`.' }),
    visitor_token: visitorToken,
  })
  .meta({ id: 'Accepted', description: 'A conversion that was started.' })

export const conversionParams = z.object({
  conversion_id: uuid.meta({ description: 'Id of the conversion.' }),
})
