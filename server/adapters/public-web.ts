import dns from 'node:dns'
import type { Readable } from 'node:stream'
import { parse as parseDisposition } from 'content-disposition'
import { type Agent, type Dispatcher, request } from 'undici'
import { WebError } from '../core/web-error.ts'
import type { Web } from '../platform.ts'
import { isBlocked, permittedBy, publicAgent } from './public-agent.ts'

const MAX_REDIRECTS = 5
const HEADERS_MS = 20_000
const IDLE_MS = 30_000

/**
 * Fetches files from public addresses. Each host is resolved once and the connection uses the
 * checked address, which prevents DNS rebinding. A host with any non-public address is refused.
 * Redirects are followed manually, each checked again. `allowed` are internal networks (CIDR) of
 * the operator; `resolve` resolves hosts.
 */
export function openPublicWeb(allowed: readonly string[] = [], resolve = dns.lookup): Web {
  const agent = publicAgent(permittedBy(allowed), resolve, {
    headersTimeout: HEADERS_MS,
    bodyTimeout: IDLE_MS,
  })
  return {
    get: async (address, signal) => {
      let url = parseUrl(address)
      for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
        const answer = await ask(url, agent, signal)
        const location = answer.headers.location
        if (answer.statusCode >= 300 && answer.statusCode < 400 && location) {
          await answer.body.dump()
          url = parseUrl(String(location), url)
          continue
        }
        if (answer.statusCode !== 200) {
          await answer.body.dump()
          throw new WebError(
            'failed',
            `${url.host} answered ${answer.statusCode}. Check that the address opens in a browser without signing in.`,
          )
        }
        return {
          body: answer.body as Readable,
          filename: filenameOf(answer, url),
          size: Number(answer.headers['content-length'] ?? Number.NaN) || null,
        }
      }
      throw new WebError('failed', 'The address leads from one to the next without an end. Use the last one.')
    },
    close: () => agent.close(),
  }
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new WebError('refused', 'Give an address that begins with http:// or https://.')
  if (url.username || url.password)
    throw new WebError('refused', 'Give the address without a user name or password in it.')
  return url
}

async function ask(url: URL, dispatcher: Agent, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, {
      dispatcher,
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Filewright' },
    })
  } catch (error) {
    if (isBlocked(error))
      throw new WebError(
        'refused',
        `${url.hostname} is not an address of the public internet, so nothing is fetched from it.`,
        { cause: error },
      )
    if (signal.aborted) throw new WebError('failed', 'The file took too long to arrive.', { cause: error })
    throw new WebError('failed', `${url.hostname} could not be reached. Check the address.`, { cause: error })
  }
}

/** The filename of Content-Disposition, else the last path segment. */
function filenameOf({ headers }: Dispatcher.ResponseData, url: URL): string {
  const disposition = headers['content-disposition']
  if (typeof disposition === 'string') {
    try {
      const { filename } = parseDisposition(disposition).parameters
      if (filename) return filename
    } catch {
      // Malformed: the URL provides the name.
    }
  }
  const last = url.pathname.split('/').findLast(Boolean) ?? ''
  try {
    return decodeURIComponent(last) || url.hostname
  } catch {
    return last || url.hostname
  }
}
