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
  timeout: z.coerce.number().min(0).max(60).default(60).meta({ description: 'Seconds.' }),
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
      'Lists each format of the family with the formats that it can be converted to, and each engine with its version and the conversions that it does. Every listed pair is accepted by the convert operation of the family.' as string,
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
      'Lists the operations of the family with price and options as JSON Schema. `from` and `to` limit them to those that take one format and produce the other.' as string,
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
      'Starts a conversion of the file that is sent as `file`, or of a file that is named by `s3_key`, `file_id`, `conversion_id` or `url`. Its bytes decide the source format. Credits are held now and charged when the conversion completes; a refused request costs nothing.' as string,
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
      'As the multipart operation, for files that the platform has already, named by `s3_key`, `file_id` or `conversion_id`, and for files at a `url`.' as string,
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
      'Checks a conversion without running it: nothing is stored or charged. The answer is 200 for a conversion that would be refused, too, with the problem in `problem`, and with engine and credits as far as they are known.' as string,
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
      'Returns the conversion with its progress, and with `download_url` once it is completed. A conversion is visible to the account or visitor that started it; other ids are answered with 404.' as string,
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
      'Returns the conversion as soon as it completes or fails, or as it is after `timeout` seconds. Returns at once if it has ended already.' as string,
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
      'Returns the conversion as soon as it completes or fails, or as it is after `timeout` seconds. The id of a batch waits for all of its conversions and returns the batch.' as string,
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
      'Returns the bytes of the result, or one range of them. The answer is 409 while the conversion runs, and 410 after its files have expired.' as string,
    params: conversionParams,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'not_finished', 'expired'],
  })
