import { z } from 'zod'
import { ConversionErrorCode } from './conversion-errors.ts'
import { Family } from './families.ts'

/** The specification's three states; a cancelled conversion is `failed` with the error code `cancelled`. */
export const ConversionStatus = z
  .enum(['pending', 'completed', 'failed'])
  .meta({ id: 'ConversionStatus', example: 'completed' })
export type ConversionStatus = z.infer<typeof ConversionStatus>

const instant = z.iso.datetime()
const uuid = z.uuid()

export const ConversionError = z
  .object({
    code: ConversionErrorCode,
    message: z
      .string()
      .meta({ description: 'For a person.', example: 'The document is protected by a password.' }),
  })
  .meta({ id: 'ConversionError' })

export const ConversionOutput = z
  .object({
    filename: z.string().meta({ example: 'Lease, 14 Harbour Row.pdf' }),
    format: z.string().meta({ description: '`zip` where the result is several files.', example: 'pdf' }),
    size_bytes: z.int().min(0),
    sha256: z.string().meta({ description: 'Lower-case hex.' }),
    s3_key: z
      .string()
      .nullable()
      .meta({ description: 'Takes the place of a file in another conversion; null once it is gone.' }),
    pages: z.int().optional(),
    width: z.int().optional().meta({ description: 'Pixels.' }),
    height: z.int().optional().meta({ description: 'Pixels.' }),
    duration: z.number().optional().meta({ description: 'Seconds of sound or film.' }),
    entries: z.int().optional().meta({ description: 'Files in the ZIP.' }),
    warnings: z.array(z.string()).meta({ description: 'What was lost or replaced, for a person.' }),
  })
  .meta({ id: 'ConversionOutput' })

/** A conversion, in every status, wait and history answer alike (decision 4). */
export const Conversion = z
  .object({
    conversion_id: uuid,
    id: uuid.meta({ description: 'The same as `conversion_id`; the client guide reads this name.' }),
    status: ConversionStatus,
    state: ConversionStatus.meta({ description: 'The same as `status`.' }),
    family: Family,
    operation: z.string().meta({ example: 'convert' }),
    source_format: z.string().meta({ example: 'docx' }),
    target_format: z.string().meta({ example: 'pdf' }),
    filename: z.string().meta({ description: 'The name the file came with.' }),
    size_bytes: z.int().min(0),
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
    error: ConversionError.nullable(),
    download_url: z
      .string()
      .nullable()
      .meta({ description: 'Absolute. Present once completed and until it expires.' }),
    output: ConversionOutput.nullable(),
    credits_quoted: z.int().min(0),
    credits_charged: z.int().min(0).nullable().meta({ description: 'Null while credits are held.' }),
    external_token: z.string().nullable().meta({ description: "The caller's own reference." }),
    batch_id: uuid.nullable(),
    delivery: z
      .object({
        kind: z.enum(['storage', 'replace', 'share', 'sign']),
        state: z.enum(['waiting', 'done', 'failed']),
        file_id: uuid.nullable().meta({ description: 'The stored file.' }),
        link_id: uuid.nullable().meta({ description: 'The share link.' }),
        session_id: uuid.nullable().meta({ description: 'The signing session.' }),
        problem: z.string().nullable().meta({ description: 'Why it did not get there, for a person.' }),
      })
      .nullable()
      .meta({ description: 'Where the result goes besides, where a saved PDF was to be delivered.' }),
    created_at: instant,
    started_at: instant.nullable(),
    completed_at: instant.nullable().meta({ description: 'When it reached its end, well or not.' }),
    expires_at: instant.nullable().meta({ description: 'When original and output are deleted.' }),
  })
  .meta({ id: 'Conversion' })
export type Conversion = z.infer<typeof Conversion>

/** Sent once, to a caller without an account or a visitor cookie. A secret: the instance stores its hash. */
export const visitorToken = z.string().optional().meta({
  description:
    'Present when the request created a visitor. Send it as a bearer token to read and download what this visitor created; it works like the `visitor` cookie, for 60 days.',
})

/** The answer to every accepted conversion: both names that the specification's readers use. */
export const Accepted = z
  .object({
    conversion_id: uuid,
    id: uuid,
    status: z.literal('pending'),
    state: z.literal('pending'),
    visitor_token: visitorToken,
  })
  .meta({ id: 'Accepted' })

export const conversionParams = z.object({ conversion_id: uuid })
