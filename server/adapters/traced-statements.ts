import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import type { Tracer } from '../platform.ts'

/**
 * A conversion runs some seventeen statements, most of them in a millisecond: only those that take
 * longer are worth a span.
 */
const SLOW_MS = 20

/**
 * Connections that tell of slow statements by what they do (`UPDATE conversions`), without their
 * text and their values.
 */
export function tracingClient(Client: typeof pg.Client, tracer: Tracer): typeof pg.Client {
  return class extends Client {
    // The class may have a method or, for prepared statements, a function of each connection.
    readonly #send = Reflect.get(this, 'query') as pg.Client['query']
    override query: pg.Client['query'] = (...given: unknown[]) => {
      const began = performance.now()
      // A callback is called where the connection is read, which is no part of the caller's trace.
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

/** What a statement does, and the first table that it names. */
export function nameOf(text: string): { operation: string; table: string | undefined } {
  const [, operation = 'OTHER'] = /\b(select|insert|update|delete|begin|commit|rollback)\b/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+(?:"?pgboss"?\.)?"?([a-z_]{1,60})"?/i.exec(text) ?? []
  return { operation: operation.toUpperCase(), table }
}
