import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import type { Tracer } from '../platform.ts'

/**
 * A conversion runs some seventeen statements, most within a millisecond: only slower ones get a
 * span.
 */
const SLOW_MS = 20

/**
 * A pg client that traces slow statements by operation and table (`UPDATE conversions`), without
 * their text and values.
 */
export function tracingClient(Client: typeof pg.Client, tracer: Tracer): typeof pg.Client {
  return class extends Client {
    // `query` may be a method or, with prepared statements, a property of each connection.
    readonly #send = Reflect.get(this, 'query') as pg.Client['query']
    override query: pg.Client['query'] = (...given: unknown[]) => {
      const began = performance.now()
      // Callbacks run in the context of the connection's reads, outside of the caller's trace.
      const tell = AsyncResource.bind(() => {
        const ms = performance.now() - began
        if (ms >= SLOW_MS) report(tracer, textOf(given[0]), ms)
      })
      const last = given.at(-1)
      if (typeof last === 'function') {
        const told = (...answer: unknown[]) => {
          tell()
          return last(...answer)
        }
        return Reflect.apply(this.#send, this, [...given.slice(0, -1), told])
      }
      const answer: unknown = Reflect.apply(this.#send, this, given)
      if (answer instanceof Promise) answer.then(tell, tell)
      return answer as never
    }
  }
}

function report(tracer: Tracer, text: string, ms: number): void {
  const { operation, table } = nameOf(text)
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.collection.name': table,
  }
  const name = [operation, table].filter(Boolean).join(' ')
  void tracer.span(name, { kind: 'client', attributes, begun: Date.now() - ms }, async () => {})
}

const textOf = (query: unknown): string => {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query
  return typeof text === 'string' ? text : ''
}

/** A statement's operation, and the first table in it. */
export function nameOf(text: string): { operation: string; table: string | undefined } {
  const [, operation = 'OTHER'] = /\b(select|insert|update|delete|begin|commit|rollback)\b/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+(?:"?pgboss"?\.)?"?([a-z_]{1,60})"?/i.exec(text) ?? []
  return { operation: operation.toUpperCase(), table }
}
