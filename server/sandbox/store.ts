import { randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { FIELDS, type Kind } from './fields.ts'

/** An object of the API, and what the sandbox alone knows of it. */
export interface Stored<T = Body> {
  body: T
  hidden: Record<string, unknown>
}
export type Body = Record<string, unknown> & { id: string; object: string }

/**
 * Every property of an object, with those that are given. What Stripe has and the sandbox does not
 * use is null.
 */
export const make = <T extends object>(kind: Kind, given: Partial<T>): T =>
  ({
    ...Object.fromEntries(FIELDS[kind].split(' ').map((name) => [name, null])),
    object: kind,
    livemode: false,
    ...given,
  }) as T

export const newId = (prefix: string) =>
  `${prefix}_${randomBytes(16).toString('base64url').replace(/[-_]/g, 'x')}`

/** Objects in the database, within a transaction. */
export const objectsIn = (tx: Transaction) => ({
  async get<T = Body>(id: string, kind: Kind): Promise<Stored<T> | null> {
    const { rows } = await tx.execute<{ body: T; hidden: Record<string, unknown> }>(
      sql`select body, hidden from stripe_sandbox.objects where id = ${id} and kind = ${kind} for update`,
    )
    return rows[0] ?? null
  },
  async put<T extends object>(object: T, hidden?: Record<string, unknown>): Promise<T> {
    const { id, object: kind } = object as unknown as Body
    await tx.execute(sql`insert into stripe_sandbox.objects (id, kind, body, hidden)
      values (${id}, ${kind}, ${JSON.stringify(object)}::jsonb, ${JSON.stringify(hidden ?? {})}::jsonb)
      on conflict (id) do update set body = excluded.body,
        hidden = ${hidden ? sql`excluded.hidden` : sql`stripe_sandbox.objects.hidden`}`)
    return object
  },
  /** The newest first. */
  async find<T = Body>(kind: Kind, where: SQL = sql`true`, limit = 1000): Promise<Stored<T>[]> {
    const { rows } = await tx.execute<{ body: T; hidden: Record<string, unknown> }>(
      sql`select body, hidden from stripe_sandbox.objects where kind = ${kind} and ${where} order by number desc limit ${limit}`,
    )
    return rows
  },
  /** A page of a list in Stripe's manner. */
  async page(
    kind: Kind,
    where: SQL,
    { limit, after, before }: { limit: number; after?: string; before?: string },
  ) {
    const place = (id: string) => sql`(select number from stripe_sandbox.objects where id = ${id})`
    const bounds = [
      after ? sql`number < ${place(after)}` : null,
      before ? sql`number > ${place(before)}` : null,
    ]
    const all = [where, ...bounds.filter((one) => one !== null)]
    const { rows } = await tx.execute<{ body: Body }>(
      sql`select body from stripe_sandbox.objects where kind = ${kind} and ${sql.join(all, sql` and `)}
        order by number ${before ? sql`asc` : sql`desc`} limit ${limit + 1}`,
    )
    const data = rows.slice(0, limit).map(({ body }) => body)
    return { data: before ? data.reverse() : data, has_more: rows.length > limit }
  },
})
export type Objects = ReturnType<typeof objectsIn>
