import dns from 'node:dns'
import net, { BlockList } from 'node:net'
import type { Readable } from 'node:stream'
import { parse as parseDisposition } from 'content-disposition'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { WebError } from '../core/web-error.ts'
import type { Web } from '../platform.ts'

const MAX_REDIRECTS = 5
const CONNECT_MS = 10_000
const HEADERS_MS = 20_000
const IDLE_MS = 30_000

/**
 * Fetches files from public addresses. Every address that is connected to has been judged itself: names are looked up once
 * and the connection goes to what was looked up, so that a name cannot mean one thing when it is checked and another when it
 * is used. A name of which any address is not public unicast is refused whole. Redirects are followed by hand, each judged
 * anew. `allowed` are networks (CIDR) that an operator lets people fetch from all the same; `resolve` looks names up.
 */
export function openPublicWeb(allowed: readonly string[] = [], resolve = dns.lookup): Web {
  const exceptions = new BlockList()
  for (const network of allowed) {
    const [range, bits] = ipaddr.parseCIDR(network)
    exceptions.addSubnet(range.toString(), bits, range.kind())
  }
  const permitted = (address: string) => isPublic(address) || exceptions.check(address, family(address))
  const agent = newAgent(permitted, resolve)
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

const family = (address: string) => (net.isIPv6(address) ? 'ipv6' : 'ipv4')

/** Global unicast and nothing else; an IPv4 address in IPv6 clothes is judged as what it is. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // ipaddr.js calls some odd corners (`::7f00:1`) unicast; global unicast is 2000::/3 alone.
  return parsed.kind() === 'ipv4' || (((parsed as ipaddr.IPv6).parts[0] as number) & 0xe000) === 0x2000
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new WebError('refused', 'Give an address that begins with http:// or https://.')
  if (url.username || url.password)
    throw new WebError('refused', 'Give the address without a user name or password in it.')
  return url
}

const refused = (what: string) => Object.assign(new Error(`refused ${what}`), { code: 'EBLOCKED' })
const bare = (host: string) => host.replace(/^\[|\]$/g, '')

function newAgent(permitted: (address: string) => boolean, resolve: typeof dns.lookup): Agent {
  const lookup: net.LookupFunction = (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const bad = found.find(({ address }) => !permitted(address))
      if (bad || found.length === 0) return done(refused(bad?.address ?? host), '', 0)
      if (options.all) return (done as (error: null, all: dns.LookupAddress[]) => void)(null, found)
      const [first] = found as [dns.LookupAddress]
      done(null, first.address, first.family)
    })
  const connectTo = buildConnector({ lookup, timeout: CONNECT_MS })
  return new Agent({
    // A literal address is never looked up, so it is judged here.
    connect: (options, done) => {
      const host = bare(options.hostname)
      if (net.isIP(host) && !permitted(host)) done(refused(host), null)
      else connectTo(options, done)
    },
    headersTimeout: HEADERS_MS,
    bodyTimeout: IDLE_MS,
    pipelining: 0,
  })
}

async function ask(url: URL, dispatcher: Agent, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, {
      dispatcher,
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Filewright' },
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EBLOCKED')
      throw new WebError(
        'refused',
        `${url.hostname} is not an address of the public internet, so nothing is fetched from it.`,
        { cause: error },
      )
    if (signal.aborted) throw new WebError('failed', 'The file took too long to arrive.', { cause: error })
    throw new WebError('failed', `${url.hostname} could not be reached. Check the address.`, { cause: error })
  }
}

/** What the answer calls the file, else the last part of its address. */
function filenameOf({ headers }: Dispatcher.ResponseData, url: URL): string {
  const disposition = headers['content-disposition']
  if (typeof disposition === 'string') {
    try {
      const { filename } = parseDisposition(disposition).parameters
      if (filename) return filename
    } catch {
      // Not well-formed: the address names it.
    }
  }
  const last = url.pathname.split('/').findLast(Boolean) ?? ''
  try {
    return decodeURIComponent(last) || url.hostname
  } catch {
    return last || url.hostname
  }
}
