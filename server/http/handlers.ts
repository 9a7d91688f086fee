import type { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { z } from 'zod'
import type { Contract, OperationName } from '../../contract/contract.ts'
import type { Endpoint, Result } from '../../contract/endpoint.ts'
import type { Context } from '../core/context.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

/** A validated request. */
export interface Incoming<E extends Endpoint> {
  ctx: Context
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  /** Undefined if a form was sent instead. */
  json: E['form'] extends z.ZodType ? Parsed<E['json']> | undefined : Parsed<E['json']>
  /** The parts of a multipart body as a stream; only for endpoints with a form. */
  parts(): AsyncIterable<Multipart>
  /** The body's bytes as a stream; only for endpoints that accept bytes. */
  stream(): Readable
  /** A signed body and its signature; only for endpoints with a signature. */
  signed: { body: Buffer; signature: string | undefined }
  idempotencyKey: string | undefined
  range: string | undefined
  /** The request's Content-Length; null if absent. */
  length: number | null
  /** Aborts when the client disconnects. */
  gone: AbortSignal
}

export interface BytesAnswer {
  bytes: Readable
  headers: Record<string, string>
}

type WithBytes<R> = R extends { bytes: unknown } ? Omit<R, 'bytes'> & BytesAnswer : R

export type Handler<E extends Endpoint> = (request: Incoming<E>) => Promise<WithBytes<Result<E>>>

/**
 * A handler for each of these operations; a missing handler or an undeclared response does not
 * compile.
 */
export type Handlers<N extends OperationName> = { [K in N]: Handler<Contract[K]> }
