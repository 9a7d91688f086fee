import type { Context } from './context.ts'

/** The caller that an object is presented for. */
export type Caller = Pick<Context, 'origin' | 'actor'>

/**
 * An absolute URL of this instance. Browsers load it without custom headers, so the query names the
 * business that a user acts for.
 * @param path without a query
 */
export function urlHere({ origin, actor }: Caller, path: string): string {
  const business = actor.principal.kind === 'user' ? actor.business : null
  return `${origin}${path}${business ? `?business_id=${business.publicId}` : ''}`
}
