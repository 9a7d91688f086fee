import { z } from 'zod'
import { BatchOrConversion } from './batches.ts'
import { Accepted, Conversion, conversionParams } from './conversion.ts'
import {
  ConvertForm,
  ConvertJson,
  Formats,
  Operations,
  operationsQuery,
  ValidateForm,
  ValidateJson,
  Validation,
} from './convert.ts'
import { BYTES, endpoint } from './endpoint.ts'
import type { ProblemCode } from './problems.ts'

// The routes of every family, which differ in their paths only.

const waitQuery = z.object({
  timeout: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(60)
    .meta({ description: 'Maximum waiting time in seconds.' }),
})

/** Problems of a refused file. */
export const refusals = [
  'malformed_body',
  'upload_incomplete',
  'file_missing',
  'file_empty',
  'file_too_large',
  'unsupported_source',
  'unsupported_target',
  'invalid_options',
  'insufficient_credits',
  'spend_limit_reached',
  'idempotency_conflict',
  'unsupported_media_type',
  'url_refused',
  'url_failed',
  'malicious_file',
  'storage_full',
  'not_found',
] as const satisfies readonly ProblemCode[]

export const formats = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'anyone',
    permission: 'convert:read',
    area: 'convert',
    summary,
    description:
      'Lists the formats of the family with the formats that each can be converted to, and the engines with their versions and conversions. The convert operation of the family accepts all listed pairs.' as string,
    responses: { 200: Formats },
  })

export const operations = <const X extends true | undefined = undefined>(
  path: `/${string}`,
  summary: string,
  extension?: X,
) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'anyone',
    permission: 'convert:read',
    area: 'convert',
    summary,
    description:
      'Lists the operations of the family with prices and options as JSON Schema. `from` and `to` limit the list to operations with this input or output format.' as string,
    query: operationsQuery,
    responses: { 200: Operations },
    ...(extension && { extension }),
  })

export const convert = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary,
    description:
      'Starts a conversion of the file in `file`, or of a file given by `s3_key`, `file_id`, `conversion_id` or `url`. The source format is detected from the content. Credits are held now and charged when the conversion completes; refused requests are free.' as string,
    form: ConvertForm,
    json: ConvertJson,
    idempotent: true,
    responses: { 202: Accepted },
    problems: refusals,
  })

/** As `convert`, with a JSON body only. */
export const convertJson = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary,
    description:
      'Works like the multipart operation, for files that are already stored (`s3_key`, `file_id` or `conversion_id`) and for files at a `url`.' as string,
    json: ConvertJson,
    idempotent: true,
    responses: { 202: Accepted },
    problems: refusals,
  })

export const validate = <const X extends true | undefined = undefined>(
  path: `/${string}`,
  summary: string,
  extension?: X,
) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary,
    description:
      'Checks a conversion without running it. Nothing is stored or charged. The response is 200 even if the conversion would be refused; it then contains the `problem`, and the engine and credits if known.' as string,
    form: ValidateForm,
    json: ValidateJson,
    responses: { 200: Validation },
    problems: [
      'malformed_body',
      'upload_incomplete',
      'file_too_large',
      'unsupported_media_type',
      'malicious_file',
      'storage_full',
    ],
    ...(extension && { extension }),
  })

export const status = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary,
    description:
      'Returns the conversion with its progress, and with `download_url` once it is completed. Only the account or visitor that started the conversion can read it; otherwise the response is 404.' as string,
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found'],
  })

export const wait = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary,
    description:
      'Returns the conversion when it completes or fails, or after `timeout` seconds with its current state. Returns immediately if the conversion has ended.' as string,
    params: conversionParams,
    query: waitQuery,
    responses: { 200: Conversion },
    problems: ['not_found'],
  })

/** As `wait`; for a batch's id, the response is the batch. */
export const waitForEither = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary,
    description:
      'Returns the conversion when it completes or fails, or after `timeout` seconds with its current state. With the id of a batch, waits for all of its conversions and returns the batch.' as string,
    params: conversionParams,
    query: waitQuery,
    responses: { 200: BatchOrConversion },
    problems: ['not_found'],
  })

export const download = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary,
    description:
      'Returns the content of the result, or one byte range of it. The response is 409 while the conversion is queued or running, and 410 after its files have expired.' as string,
    params: conversionParams,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'not_finished', 'expired'],
  })
