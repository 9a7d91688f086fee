import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import qs from 'qs'
import Stripe from 'stripe'
import type { Database, Log, Transaction } from '../platform.ts'
import type { Desk } from './desk.ts'
import type { Kind } from './fields.ts'
import { handlers } from './operations.ts'
import { type Answer, ApiError, listOf, type Params } from './protocol.ts'
import { newId, type Objects } from './store.ts'

interface Wiring {
  db: Database
  log: Log
  apiKey: string
  desk(tx: Transaction): Promise<Desk>
}

/**
 * The API on a server of its own. Everything of a request is one transaction, also the answer to
 * its Idempotency-Key.
 */
export function createApi({ db, log, apiKey, desk }: Wiring): FastifyInstance {
  // Its only client keeps connections open: one that became idle while it closes would hold the end
  // up for a minute.
  const app = Fastify({ logger: false, bodyLimit: 1_000_000, forceCloseConnections: true })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parse(String(body))),
  )
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ApiError)) log.error({ err: error, path: request.url }, 'the sandbox failed')
    const { status, body } =
      error instanceof ApiError
        ? error
        : new ApiError(500, { type: 'api_error', message: 'Something went wrong in the sandbox.' })
    return reply.code(status).send({ error: body })
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'request-id': newId('req'),
      'stripe-version': String(request.headers['stripe-version'] ?? Stripe.API_VERSION),
    })
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  })
  for (const [route, operation] of Object.entries(handlers)) {
    const [method, url] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    app.route<{ Params: { id?: string } }>({
      method,
      url,
      handler: async (request, reply) => {
        const query = request.url.split('?')[1]
        const params = { ...(query ? parse(query) : {}), ...((request.body as Params | null) ?? {}) }
        const { expand, ...given } = params
        const call = { params: given, id: request.params.id ?? '' }
        const work = async (tx: Transaction): Promise<Answer> => {
          const at = await desk(tx)
          try {
            const made = await operation({ ...call, desk: at })
            return { body: await expanded(at.objects, made, listOf(expand)) }
          } catch (error) {
            // What was refused by a card is kept; everything else is rolled back by the caller.
            if (error instanceof ApiError && error.status === 402)
              return { status: 402, body: { error: error.body } }
            throw error
          }
        }
        const key = method === 'POST' ? request.headers['idempotency-key'] : undefined
        const { answer, replayed } = await db.transaction((tx) =>
          once(tx, key, [route, call.id, params], () => work(tx)),
        )
        if (replayed) reply.header('idempotent-replayed', 'true')
        return reply.code(answer.status ?? 200).send(answer.body)
      },
    })
  }
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url}).`,
      },
    }),
  )
  return app
}

const parse = (text: string) => qs.parse(text, { depth: 10, parameterLimit: 1000, arrayLimit: 100 }) as Params

/**
 * The first answer to an Idempotency-Key is the answer to all; the row that two want to insert
 * makes the second one wait.
 */
async function once(tx: Transaction, key: unknown, request: unknown, work: () => Promise<Answer>) {
  if (typeof key !== 'string') return { answer: await work(), replayed: false }
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const { rows } = await tx.execute<{
    fingerprint: string
    status: number
    body: object | null
    fresh: boolean
  }>(sql`
    insert into stripe_sandbox.idempotency_keys (key, fingerprint) values (${key}, ${fingerprint})
    on conflict (key) do update set key = excluded.key
    returning fingerprint, status, body, (xmax = 0) as fresh`)
  const [row] = rows
  if (row && !row.fresh) {
    if (row.fingerprint !== fingerprint)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    if (row.body) return { answer: { status: row.status, body: row.body }, replayed: true }
  }
  const answer = await work()
  await tx.execute(sql`update stripe_sandbox.idempotency_keys set status = ${answer.status ?? 200},
    body = ${JSON.stringify(answer.body)}::jsonb where key = ${key}`)
  return { answer, replayed: false }
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...{
    ch: 'charge',
    cus: 'customer',
    in: 'invoice',
    pi: 'payment_intent',
    pm: 'payment_method',
    price: 'price',
  },
  ...{
    prod: 'product',
    sub: 'subscription',
    cs: 'checkout.session',
    re: 'refund',
    du: 'dispute',
    promo: 'promotion_code',
  },
}

/**
 * Puts objects in the place of their ids, at the paths that are asked for (`data.` for each of a
 * list).
 */
async function expanded(objects: Objects, value: object, paths: readonly string[]): Promise<object> {
  const copy = structuredClone(value)
  for (const path of paths) await expandAt(objects, copy as Record<string, unknown>, path.split('.'))
  return copy
}

async function expandAt(
  objects: Objects,
  holder: Record<string, unknown>,
  [name, ...rest]: string[],
): Promise<void> {
  if (name === undefined) return
  if (Array.isArray(holder)) {
    for (const one of holder) await expandAt(objects, one as Record<string, unknown>, [name, ...rest])
    return
  }
  const value = holder[name]
  if (typeof value === 'string') {
    const kind = KINDS[value.split('_')[0] ?? '']
    const found = kind && (await objects.get(value, kind))
    if (found) holder[name] = structuredClone(found.body)
  }
  const next = holder[name]
  if (next !== null && typeof next === 'object' && rest.length > 0)
    await expandAt(objects, next as Record<string, unknown>, rest)
}
