import * as oauth from 'openid-client'
import { Agent, fetch as fetchWith } from 'undici'
import { IdentityError } from '../core/identity-error.ts'

export const PROVIDER_SECONDS = 10
/** Limit of one response in bytes; real ones, such as key sets, have a few kilobytes. */
const MAX_ANSWER = 262_144

export interface ProviderClient {
  clientId: string
  clientSecret: string
}

/** A fetch for identity providers: limits size and time of responses, and follows no redirects. */
export const providerFetch: oauth.CustomFetch = async (url, options) => {
  const dispatcher = new Agent({ maxResponseSize: MAX_ANSWER, connect: { timeout: PROVIDER_SECONDS * 1000 } })
  try {
    const answer = await fetchWith(url, { ...options, dispatcher } as Parameters<typeof fetchWith>[1])
    // Reads the complete body, so that the agent can be closed and the size limit applies here.
    const body = [204, 304].includes(answer.status) ? null : await answer.arrayBuffer()
    return new Response(body, { status: answer.status, headers: [...answer.headers] })
  } finally {
    await dispatcher.destroy()
  }
}

/** Plain HTTP is only for a provider on this machine; the configuration refuses other URLs. */
export const insecureIf = (address: string) =>
  new URL(address).protocol === 'http:' ? [oauth.allowInsecureRequests] : []

/** Translates an error; the library's error is kept as the cause, for the log. */
export function explain(label: string, error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  if (error instanceof oauth.ResponseBodyError && error.status < 500)
    return new IdentityError('refused', `${label} did not confirm the sign-in. Begin again.`, {
      cause: error,
    })
  const { code } = error as { code?: string }
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || isNetwork(error) || isServerFault(error))
    return new IdentityError('unreachable', `${label} does not answer right now. Try again in a moment.`, {
      cause: error,
    })
  return new IdentityError('invalid', `What ${label} answered does not fit this sign-in. Begin again.`, {
    cause: error,
  })
}

function isNetwork(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (/^(E[A-Z]+|UND_ERR_\w+|CERT_\w+)$/.test((at as NodeJS.ErrnoException).code ?? '')) return true
    if (at.name === 'TimeoutError') return true
  }
  return false
}

const isServerFault = (error: unknown) => {
  if (error instanceof oauth.ResponseBodyError) return true
  const { cause } = error as { cause?: unknown }
  return cause instanceof Response && cause.status >= 500
}

/** A name or an address from a provider, truncated to a plausible length. */
export const words = (value: unknown, length: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, length) : null
