import { type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Desk } from './desk.ts'
import type { Kind } from './fields.ts'
import type { Body } from './store.ts'

/** Parameters of a request, as they come: text, lists and objects of text. */
export type Params = { [name: string]: string | Params | (string | Params)[] | undefined }

/** An error as Stripe's API answers it. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, body: { type: string; message: string; [name: string]: unknown }) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param && { param }),
    ...(code && { code }),
  })

export const missing = (kind: string, id: string) =>
  new ApiError(404, {
    ...{ type: 'invalid_request_error', code: 'resource_missing', param: 'id' },
    message: `No such ${kind}: '${id}'`,
  })

/**
 * An error that is answered while what was done stays done: a card that was refused is written
 * down.
 */
export const refusedCard = (intent: Stripe.PaymentIntent) =>
  new ApiError(402, {
    ...(intent.last_payment_error as unknown as { type: string; message: string }),
    ...{
      doc_url: `https://docs.stripe.com/error-codes/${intent.last_payment_error?.code}`,
      payment_intent: intent,
    },
  })

export interface Call {
  desk: Desk
  params: Params
  /** Ids of the path. */
  id: string
}
export interface Answer {
  status?: number
  body: object
}
export type Operation = (call: Call) => Promise<object>

export const listOf = (value: Params[string]): string[] =>
  value === undefined
    ? []
    : (Array.isArray(value) ? value : typeof value === 'string' ? [value] : Object.values(value)).map(String)

/** A list by Stripe's paging. */
export async function listed({ desk, params }: Call, kind: Kind, url: string, ...where: SQL[]) {
  const limit = params.limit === undefined ? 10 : Number(params.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid('Limits are between 1 and 100.', 'limit')
  const created = params.created as Params | undefined
  const conditions: SQL[] = [...where]
  for (const [name, operator] of [
    ['gte', sql`>=`],
    ['gt', sql`>`],
    ['lte', sql`<=`],
    ['lt', sql`<`],
  ] as const)
    if (created?.[name] !== undefined)
      conditions.push(sql`(body->>'created')::bigint ${operator} ${Number(created[name])}`)
  const page = await desk.objects.page(kind, sql.join([sql`true`, ...conditions], sql` and `), {
    limit,
    ...(params.starting_after !== undefined && { after: String(params.starting_after) }),
    ...(params.ending_before !== undefined && { before: String(params.ending_before) }),
  })
  return { object: 'list', url, ...page } as { object: string; url: string; data: Body[]; has_more: boolean }
}
