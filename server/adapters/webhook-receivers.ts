import dns from 'node:dns'
import net from 'node:net'
import { promisify } from 'node:util'
import { type Dispatcher, request } from 'undici'
import { WebError } from '../core/web-error.ts'
import type { Receivers } from '../platform.ts'
import { bare, isBlocked, permittedBy, publicAgent } from './public-agent.ts'

/** Parallel connections to one host; more wait. */
const CONNECTIONS = 64

/** Messages for certificate errors, by codes of OpenSSL and Node. */
const CERTIFICATES: Record<string, string> = {
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate leads to a self-signed one that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate comes without the intermediate certificates.',
  UNABLE_TO_GET_ISSUER_CERT: 'Its certificate comes without the intermediate certificates.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its certificate was issued by an authority that is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host name.',
}

const FAILURES: Record<string, string> = {
  ENOTFOUND: 'The host name was not found.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the response.',
  EPIPE: 'The connection was closed before the response.',
  UND_ERR_SOCKET: 'The connection was closed before the response.',
  UND_ERR_CONNECT_TIMEOUT: 'The host did not answer in time.',
  ETIMEDOUT: 'The host did not answer in time.',
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: 'The host could not be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too long.',
}

/**
 * Sends requests to registered webhook URLs. `allowed` are internal networks (CIDR) of the
 * operator; `resolve` resolves hosts. Each connection is checked (see `publicAgent`), and no
 * redirect is followed.
 */
export function openReceivers(allowed: readonly string[] = [], resolve = dns.lookup): Receivers {
  const permitted = permittedBy(allowed)
  const agent = publicAgent(permitted, resolve, { connections: CONNECTIONS })
  const lookUp = promisify(resolve)
  let closed = false
  return {
    check: async (address) => {
      const url = parseUrl(address)
      const host = bare(url.hostname)
      const found = net.isIP(host)
        ? [{ address: host }]
        : await lookUp(host, { all: true }).catch(() => [] as dns.LookupAddress[])
      if (found.some((one) => !permitted(one.address))) throw notPublic(url.hostname)
    },
    post: async (address, { headers, body, maxBytes, signal }) => {
      const url = parseUrl(address)
      try {
        const answer = await request(url, { method: 'POST', dispatcher: agent, signal, headers, body })
        return {
          status: answer.statusCode,
          headers: plain(answer.headers),
          body: await beginningOf(answer.body, maxBytes),
        }
      } catch (error) {
        // Aborted by our own stop, not by the receiver: the attempt is repeated.
        if (closed) throw error
        throw explained(error, url, signal)
      }
    },
    close: () => {
      closed = true
      return agent.destroy()
    },
  }
}

/** @throws WebError */
function parseUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new WebError('refused', 'Enter a URL that begins with https:// or http://.')
  if (url.username || url.password)
    throw new WebError(
      'refused',
      'Enter the URL without a user name or password. Use a header for credentials.',
    )
  return url
}

const notPublic = (host: string) =>
  new WebError('refused', `${host} is not an address of the public internet. Webhooks cannot be sent to it.`)

/** Reads the beginning of a body and aborts the rest. */
async function beginningOf(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const plain = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

function explained(error: unknown, url: URL, signal: AbortSignal): WebError {
  const options = { cause: error }
  if (signal.aborted) return new WebError('failed', 'The receiver did not answer within 15 seconds.', options)
  if (isBlocked(error)) return notPublic(url.hostname)
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'HTTPParserError') return new WebError('failed', 'The response is not valid HTTP.', options)
  if (code.startsWith('ERR_SSL') || code === 'EPROTO')
    return new WebError('failed', 'The TLS connection could not be set up.', options)
  return new WebError(
    'failed',
    CERTIFICATES[code] ?? FAILURES[code] ?? 'The request could not be sent.',
    options,
  )
}
