import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
} from 'zod-openapi'
import { contract } from '../contract/contract.ts'
import { BYTES, type Endpoint, REDIRECT } from '../contract/endpoint.ts'
import { eventExample } from '../contract/event-examples.ts'
import { EVENT_TYPES, EVENTS, type EventType, eventPayload } from '../contract/events.ts'
import { isPersonal } from '../contract/permissions.ts'
import { PROBLEM_DESCRIPTIONS } from '../contract/problem-descriptions.ts'
import { PROBLEMS, Problem, type ProblemCode, problemsOf } from '../contract/problems.ts'
import recorded from './openapi-examples.json' with { type: 'json' }

const TAGS: Record<string, string> = {
  status:
    'Health of the service and of its parts. These operations need no account and answer during an outage.',
  account:
    'Sign-up, sign-in, the profile, sessions, API keys and the security log. A browser holds a session cookie; a program sends an API key as bearer. API keys cannot manage keys, sessions or passwords.',
  mfa: 'Two-factor authentication by authenticator app, e-mail, text message and backup codes. A sign-in to an account with a second factor answers a challenge; `challengeMfa` sends its code and `verifyMfa` completes the sign-in.',
  tokens:
    'For services that receive tokens of this instance: the public keys (JWKS), introspection (RFC 7662), a validity check, and the renewal of access tokens.',
  convert:
    'Formats, operations and conversions of documents, images, fonts, video, audio and 3D models. Submit a file, follow its status or wait for it, then download the result. A conversion is charged when it completes; failed conversions are not charged.',
  history: 'Lists, totals, export, hiding and deletion of conversions.',
  batches: 'Results of several conversions in one ZIP.',
  pipelines: 'Saved sequences of PDF operations, and their runs on one or many files.',
  scan: 'Scan sessions: phones photograph sheets of paper, which appear at the desk at once and become one PDF. A phone needs no account; it acts with the pairing token of the session.',
  storage:
    'The files of an account. They are kept until they are deleted, within the storage quota of the account.',
  signing:
    'Documents that several people sign. The owner manages sessions; each recipient acts with the token of their link and needs no account. The completed document is sealed (PAdES) and has an audit trail.',
  shares:
    'Share links, which open one file to people without an account. Their owner may set a password, an expiry and a download limit.',
  businesses:
    'Businesses with their verification, members, invitations, policies and audit log. A business owns files, credits and keys as an account does; members act for it within their role by `X-Business-Id`.',
  webhooks:
    'URLs that are sent the events of an account, signed as Standard Webhooks describes. A delivery that fails is tried eight times over 28 hours; requests arrive at least once and in no promised order, each event with the same `webhook-id`. Deliveries are kept for 30 days and can be sent again.',
  billing:
    'Plans, packs and storage that can be bought, the credit balance with its lots, and the ledger of every credit. A purchase is paid at the payment provider, and fulfilled once when the provider confirms it. Amounts are in minor units of the currency.',
  usage: 'Credits used, conversions over time, the current balance and its forecast.',
  admin:
    'For administrators of the instance: queues, workers, failures, disk and versions, and another run of what failed for a reason of the server.',
}

const INTRODUCTION = `Filewright converts files of any family: documents, images, fonts, video, audio and 3D models.

**Convert a file**: submit it (HTTP 202 with a \`conversion_id\`), follow its status or wait for it, then download the result.

**Authenticate** with \`Authorization: Bearer\` and an API key. Operations without required authentication work within the free quota; their first answer carries a \`visitor_token\`, which is the bearer for what was submitted with it.

**Act for a business** with the header \`X-Business-Id\` and its id, as one of its members, or with an API key of the business. What is created belongs to the business and is paid with its credits.

**Paths** end with a slash. A GET without it is redirected; any other method is refused.

**Lists** take \`page\` and \`page_size\`, and answer \`count\`, \`total_pages\`, \`page\`, \`page_size\` and \`results\`.

**Errors** are problem documents (RFC 9457) with a stable \`code\`. The page at \`/problems/{code}\` explains each of them.

**Retries** are safe with an \`Idempotency-Key\` on every operation that lists the header.
`

/** Builds the API description from the contract: every schema is named, every error is listed. */
export function openApiDocument(version: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const method = endpoint.method.toLowerCase()
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation(name, endpoint) }
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.1',
    info: {
      title: 'Filewright',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this instance' },
    },
    servers: [{ url: '/', description: 'This instance' }],
    tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhook(type) }])),
    components: {
      // Objects of events that no operation returns.
      schemas: {
        WebhookTest: EVENTS['webhook.test'].object,
        ScanPageEvent: EVENTS['scan.page.added'].object,
        SecondFactorReset: EVENTS['account.second_factor.reset'].object,
      },
      examples: Object.fromEntries(
        [...new Set(Object.values(contract).flatMap(problemsOf))].map((code) => [
          code,
          { summary: PROBLEMS[code].title, value: problemExample(code) },
        ]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, the access token of a sign-in, or the visitor token of an anonymous request.',
        },
        pairing: {
          type: 'http',
          scheme: 'bearer',
          description: 'The pairing token of a scan session, for its phones.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'The session cookie of a signed-in browser (`__Host-session` over HTTPS).',
        },
        challenge: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sign-in',
          description: 'The cookie of a sign-in that waits for its second factor.',
        },
        visitor: {
          type: 'apiKey',
          in: 'cookie',
          name: 'visitor',
          description: 'The cookie of a browser without an account.',
        },
      },
    },
  }
  return createDocument(document, {
    // Generators read `format: binary` as a file, but with a content encoding as text.
    override: ({ jsonSchema }) => {
      if (jsonSchema.contentEncoding === 'binary') delete jsonSchema.contentEncoding
      // Describes a tuple as an array of fixed length: many parsers support no `prefixItems`.
      const { prefixItems } = jsonSchema
      if (prefixItems?.[0]) {
        Object.assign(jsonSchema, {
          items: prefixItems[0],
          minItems: prefixItems.length,
          maxItems: prefixItems.length,
        })
        delete jsonSchema.prefixItems
      }
    },
  })
}

/** The request that a receiver gets for an event type. */
function webhook(type: EventType): ZodOpenApiOperationObject {
  const { description, group } = EVENTS[type]
  return {
    operationId: `on${type.replace(/(^|\.)(\w)/g, (_all, _dot, letter: string) => letter.toUpperCase())}`,
    tags: ['webhooks'],
    summary: `${group}: ${type}`,
    description,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, text]) => ({
      name,
      in: 'header' as const,
      required: true,
      description: text,
      schema: { type: 'string' as const },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: payloadSchema(type), example: eventExample(type) },
      },
    },
    responses: {
      '2XX': { description: 'The event was received. Any other status counts as a failed attempt.' },
      '410': { description: 'The receiver is gone: the webhook is disabled.' },
    },
  }
}

/**
 * References the response schemas: zod-openapi would describe each object twice if it were part of
 * a request.
 */
function payloadSchema(type: EventType): object {
  const schema = z.toJSONSchema(eventPayload(type), { io: 'output', reused: 'inline' })
  const { $schema: _version, $defs: _objects, ...payload } = schema
  return JSON.parse(JSON.stringify(payload).replaceAll('#/$defs/', '#/components/schemas/'))
}

const WEBHOOK_HEADERS = {
  'webhook-id': 'Id of the event, the same at each attempt.',
  'webhook-timestamp': 'When the request was sent, in seconds since 1970.',
  'webhook-signature':
    'Signatures, separated by spaces: `v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in Base64.',
}

const SECURITY = {
  open: [{}],
  anyone: [{}, { bearer: [] }, { session: [] }, { visitor: [] }],
  owner: [{ bearer: [] }, { session: [] }, { visitor: [] }],
  account: [{ bearer: [] }, { session: [] }],
  admin: [{ session: [] }],
  paired: [{ pairing: [] }],
  challenged: [{}, { challenge: [] }, { session: [] }, { bearer: [] }],
} as const

/**
 * The recorded request and responses of an operation (`npm run examples`). In a form, a file is its
 * name.
 */
interface Example {
  request?: unknown
  responses: Partial<Record<string, unknown>>
}

const EXAMPLES: Partial<Record<string, Example>> = recorded

const BINARY = { type: 'string', format: 'binary' } as const

function operation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { params, query, json, form, bytes } = endpoint
  const example = EXAMPLES[name]
  const content = form || json || bytes ? requestBody(endpoint, example?.request) : undefined
  return {
    operationId: name,
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    tags: [endpoint.area],
    security: SECURITY[endpoint.auth].map((scheme) => ({ ...scheme })),
    // zod-openapi fails on a key whose value is undefined.
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...parametersOf(endpoint),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...successes(endpoint, example?.responses),
      ...(endpoint.cache && { 304: NOT_MODIFIED }),
      ...failures(endpoint),
    },
    ...(endpoint.extension && { 'x-extension': true }),
  }
}

/**
 * Operations with a form also accept JSON, but do not declare it: generated clients choose one
 * media type, and only the form can carry a file.
 */
function requestBody(
  { form, json, bytes, urlencoded }: Endpoint,
  example: unknown,
): ZodOpenApiRequestBodyObject['content'] {
  if (form) return { 'multipart/form-data': { schema: form, example } }
  if (bytes) return { 'application/octet-stream': { schema: BINARY } }
  return {
    'application/json': { schema: json, example },
    ...(urlencoded && { 'application/x-www-form-urlencoded': { schema: json, example } }),
  }
}

/** The headers that an operation reads. */
function parametersOf({ idempotent, cache, permission, params }: Endpoint) {
  const isNamed = params !== undefined && 'business_id' in params.shape
  const isWork = permission !== undefined && !isPersonal(permission) && !isNamed
  const parameters = [
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(cache ? [IF_NONE_MATCH] : []),
    ...(isWork ? [BUSINESS_ID] : []),
  ]
  return parameters.length > 0 ? { parameters } : {}
}

const BUSINESS_ID = {
  name: 'X-Business-Id',
  in: 'header',
  description:
    'The `id` or `business_id` of the business that is acted for. Without it one acts for oneself, and an API key for whom it belongs to. A GET takes it as the query parameter `business_id` too.',
  schema: { type: 'string', pattern: String.raw`^(\d{1,15}|biz_[a-z0-9]{16})$` },
  example: 'biz_7hq2m4kx9tpz3w5c',
} as const

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A unique value of the caller’s choice. A repeated request with the same key gets the answer of the first one and has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an earlier answer. If the answer is unchanged, the status is 304.',
  schema: { type: 'string' },
} as const

const NOT_MODIFIED = { description: 'The answer is unchanged since the given ETag.' }

const MEANING: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. The work runs in the background.',
  204: 'Success, without a body.',
  206: 'The requested range of bytes.',
  503: 'A required part of the service is down. The checks name it.',
}

function successes(
  endpoint: Endpoint,
  examples: Example['responses'] = {},
): ZodOpenApiOperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => {
      const description = MEANING[status] ?? 'Success.'
      if (schema === null) return [status, { description }]
      if (schema === REDIRECT)
        return [
          status,
          {
            description: 'Redirect.',
            headers: z.object({ location: z.string().meta({ description: 'Where the browser continues.' }) }),
          },
        ]
      if (schema === BYTES)
        return [status, { description, content: { 'application/octet-stream': { schema: BINARY } } }]
      return [status, { description, content: { 'application/json': { schema, example: examples[status] } } }]
    }),
  )
}

/** One response per status; its examples name each problem code of that status. */
function failures(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  const codes = problemsOf(endpoint)
  const byStatus = Map.groupBy([...new Set(codes)], (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in endpoint.responses))
      .map(([status, here]) => [
        String(status),
        {
          description: here.map((code) => `\`${code}\`: ${PROBLEM_DESCRIPTIONS[code].cause}`).join(' '),
          content: {
            'application/problem+json': {
              schema: Problem,
              examples: Object.fromEntries(
                here.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
              ),
            },
          },
        },
      ]),
  )
}

const problemExample = (code: ProblemCode): Problem => ({
  type: `/problems/${code}`,
  title: PROBLEMS[code].title,
  status: PROBLEMS[code].status,
  detail: `${PROBLEM_DESCRIPTIONS[code].cause} ${PROBLEM_DESCRIPTIONS[code].remedy}`,
  instance: '/api/v1/conversion/01997f3a-6c1e-7d2b-9a40-5f8e2b7c1d63/',
  code,
  request_id: 'req_8F2KQ1xT0aZd',
})
