import type { Context } from './context.ts'

/** Whom an object is presented for. */
export type Caller = Pick<Context, 'origin' | 'actor'>

/**
 * An absolute URL of this instance for the caller. A browser loads it by itself and sends no header
 * with it, so that it names the business that a person acts for.
 * @param path without a query
 */
export function urlHere({ origin, actor }: Caller, path: string): string {
  const business = actor.principal.kind === 'user' ? actor.business : null
  return `${origin}${path}${business ? `?business_id=${business.publicId}` : ''}`
}
