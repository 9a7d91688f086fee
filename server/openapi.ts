import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { contract } from '../contract/contract.ts'
import { BYTES, type Endpoint } from '../contract/endpoint.ts'
import { PROBLEMS, Problem, type ProblemCode, problemsOf } from '../contract/problems.ts'

const AREAS: Record<string, string> = {
  status: 'Whether the service works, part by part.',
  account: 'Signing up, in and out, the profile, sessions, API keys and the security log.',
  mfa: 'Second factors: setting them up, and confirming with them.',
  tokens: 'For other services: public keys, introspection, validity, refresh.',
  convert: 'Formats, operations, conversions, their status and their results.',
  history: 'What was converted, and its removal.',
  batches: 'Several results in one archive.',
  pipelines: 'Saved steps for PDFs, and what they were run on.',
  storage: 'The account’s own files: kept until they are deleted, within a quota.',
  signing: 'Documents on their way through those who sign them, and the links by which they do.',
  shares: 'Links that open a file to people without an account.',
  usage: 'What was used, by day and in all, what is left, and how long it lasts.',
}

/** The API's description, made from the contract: every schema named, every error listed. */
export function openApiDocument(version: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const method = endpoint.method.toLowerCase()
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation(name, endpoint) }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Filewright',
      version,
      description:
        'Converts files of any family. Submit a file, follow its status or wait for it, and download the result. Errors are `application/problem+json`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this instance' },
    },
    servers: [{ url: '/', description: 'This instance' }],
    tags: Object.entries(AREAS).map(([tag, description]) => ({ name: tag, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or an access token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'A signed-in browser (`__Host-session` over HTTPS).',
        },
        challenge: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sign-in',
          description: 'A sign-in that waits for its second factor.',
        },
        visitor: {
          type: 'apiKey',
          in: 'cookie',
          name: 'visitor',
          description: 'A browser without an account.',
        },
      },
    },
  })
}

const SECURITY = {
  open: [{}],
  anyone: [{}, { bearer: [] }, { session: [] }, { visitor: [] }],
  owner: [{ bearer: [] }, { session: [] }, { visitor: [] }],
  account: [{ bearer: [] }, { session: [] }],
  admin: [{ session: [] }],
  challenged: [{ challenge: [] }, { session: [] }],
} as const

const BINARY = { type: 'string', format: 'binary' } as const

function operation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { params, query, json, form, bytes } = endpoint
  const bodies = {
    ...(form && { 'multipart/form-data': { schema: form } }),
    ...(json && { 'application/json': { schema: json } }),
    ...(bytes && { 'application/octet-stream': { schema: BINARY } }),
    ...(json && endpoint.urlencoded && { 'application/x-www-form-urlencoded': { schema: json } }),
  }
  const content = form || json || bytes ? bodies : undefined
  return {
    operationId: name,
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    tags: [endpoint.area],
    security: SECURITY[endpoint.auth].map((scheme) => ({ ...scheme })),
    // zod-openapi fails on a key that is there and undefined.
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...(endpoint.idempotent && { parameters: [IDEMPOTENCY_KEY] }),
    ...(endpoint.cache && { parameters: [IF_NONE_MATCH] }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...successes(endpoint),
      ...(endpoint.cache && { 304: NOT_MODIFIED }),
      ...failures(endpoint),
    },
    ...(endpoint.extension && { 'x-extension': true }),
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with the same key gets the first one’s answer and does nothing again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an earlier answer. Where the answer is still the same, the status is 304.',
  schema: { type: 'string' },
} as const

const NOT_MODIFIED = { description: 'The answer is the one that the caller holds.' }

const MEANING: Record<string, string> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted; follow it by its id.',
  204: 'Done; there is nothing to say.',
  206: 'The range of bytes that was asked for.',
  503: 'A part of the service is down; the checks say which.',
}

function successes(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => {
      const description = MEANING[status] ?? 'Done.'
      if (schema === null) return [status, { description }]
      if (schema === BYTES)
        return [status, { description, content: { 'application/octet-stream': { schema: BINARY } } }]
      return [status, { description, content: { 'application/json': { schema } } }]
    }),
  )
}

/** One response per status; its examples name each code that stands for it. */
function failures(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  const codes = problemsOf(endpoint)
  const byStatus = Map.groupBy([...new Set(codes)], (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in endpoint.responses))
      .map(([status, here]) => [
        String(status),
        {
          description: `${here.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' ')}`,
          content: {
            'application/problem+json': {
              schema: Problem,
              examples: Object.fromEntries(
                here.map((code) => [code, { value: example(code, endpoint.path) }]),
              ),
            },
          },
        },
      ]),
  )
}

const example = (code: ProblemCode, path: string): Problem => ({
  type: `/problems/${code}`,
  title: PROBLEMS[code].title,
  status: PROBLEMS[code].status,
  detail: `${PROBLEMS[code].title}.`,
  instance: path,
  code,
  request_id: 'req_8F2KQ1xT0aZd',
})
