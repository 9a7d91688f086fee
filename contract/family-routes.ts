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

// The routes that every family has, alike but for their paths.

const waitQuery = z.object({
  timeout: z.coerce.number().min(0).max(60).default(60).meta({ description: 'Seconds.' }),
})

/** Why a file is not taken on. */
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
  'idempotency_conflict',
  'unsupported_media_type',
  'url_refused',
  'url_failed',
  'malicious_file',
  'storage_full',
  'not_found',
] as const satisfies readonly ProblemCode[]

export const formats = (path: `/${string}`, summary: string) =>
  endpoint({ method: 'GET', path, auth: 'anyone', area: 'convert', summary, responses: { 200: Formats } })

export const operations = <const X extends true | undefined = undefined>(
  path: `/${string}`,
  summary: string,
  extension?: X,
) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'anyone',
    area: 'convert',
    summary,
    query: operationsQuery,
    responses: { 200: Operations },
    ...(extension && { extension }),
  })

export const convert = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'anyone',
    area: 'convert',
    summary,
    form: ConvertForm,
    json: ConvertJson,
    idempotent: true,
    responses: { 202: Accepted },
    problems: refusals,
  })

/** As `convert`, with a JSON body alone. */
export const convertJson = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    auth: 'anyone',
    area: 'convert',
    summary,
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
    area: 'convert',
    summary,
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
    area: 'convert',
    summary,
    params: conversionParams,
    responses: { 200: Conversion },
    problems: ['not_found'],
  })

export const wait = (path: `/${string}`, summary: string) =>
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

/** As `wait`; the id may be a batch's, and the answer is then the batch. */
export const waitForEither = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    area: 'convert',
    summary,
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
    area: 'convert',
    summary,
    params: conversionParams,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'not_finished', 'expired'],
  })
