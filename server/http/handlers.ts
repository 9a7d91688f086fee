import type { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { z } from 'zod'
import type { Contract, OperationName } from '../../contract/contract.ts'
import type { Endpoint, Result } from '../../contract/endpoint.ts'
import type { Context } from '../core/context.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

/** A request after the contract has checked it. */
export interface Incoming<E extends Endpoint> {
  ctx: Context
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  /** Undefined where a form was sent in its place. */
  json: E['form'] extends z.ZodType ? Parsed<E['json']> | undefined : Parsed<E['json']>
  /** The parts of a multipart body as they arrive; only where the endpoint has a form. */
  parts(): AsyncIterable<Multipart>
  /** A body that is bytes, as it arrives; only where the endpoint takes bytes. */
  stream(): Readable
  /** The bytes of a signed body with its signature; only where the endpoint has one. */
  signed: { body: Buffer; signature: string | undefined }
  idempotencyKey: string | undefined
  range: string | undefined
  /** What the caller says of the body's length; null where nothing is said. */
  length: number | null
  /** Aborts when the caller goes away. */
  gone: AbortSignal
}

export interface BytesAnswer {
  bytes: Readable
  headers: Record<string, string>
}

type WithBytes<R> = R extends { bytes: unknown } ? Omit<R, 'bytes'> & BytesAnswer : R

export type Handler<E extends Endpoint> = (request: Incoming<E>) => Promise<WithBytes<Result<E>>>

/**
 * A handler for each of these operations; one that is missing, or answers what is not declared,
 * does not compile.
 */
export type Handlers<N extends OperationName> = { [K in N]: Handler<Contract[K]> }
