import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, CookieName } from '../core/context.ts'

/**
 * `challenge` is a sign-in that awaits its second factor, `flow` a redirect to a provider, `share`
 * an open link, `reading` the file of a link, `signing` a document to sign: several may be open at
 * once, so each has the path of its own link.
 */
const NAMES: Readonly<Record<CookieName, string>> = {
  session: 'session',
  visitor: 'visitor',
  challenge: 'sign-in',
  device: 'device',
  flow: 'provider',
  share: 'share',
  reading: 'reading',
  signing: 'signing',
}
const OF_A_LINK: readonly CookieName[] = ['share', 'reading', 'signing']

/**
 * Over HTTPS with a prefix that binds the cookie to this host, this path and HTTPS (ASVS 3.3.1).
 */
export const cookieName = (name: CookieName, secure: boolean) =>
  secure ? `${OF_A_LINK.includes(name) ? '__Secure' : '__Host'}-${NAMES[name]}` : NAMES[name]

/** The request's cookie of this name. */
export function shownCookie(request: FastifyRequest, name: CookieName): string | undefined {
  return request.cookies[cookieName(name, request.protocol === 'https')] || undefined
}

/** Sets cookies for tokens that the call issued, and clears those that ended. */
export function setCookies(request: FastifyRequest, reply: FastifyReply, { issued }: Context) {
  const secure = request.protocol === 'https'
  const common = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  for (const name of Object.keys(NAMES) as CookieName[]) {
    const given = issued[name]
    if (given) {
      const { token, ...more } = given
      reply.setCookie(cookieName(name, secure), token, { ...common, ...more })
    }
    if (given === null) reply.clearCookie(cookieName(name, secure), common)
  }
}
