import type dns from 'node:dns'
import net, { BlockList } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

const CONNECT_MS = 10_000

/** Allows public addresses, and internal networks (CIDR) of the operator. */
export function permittedBy(allowed: readonly string[]): (address: string) => boolean {
  const exceptions = new BlockList()
  for (const network of allowed) {
    const [range, bits] = ipaddr.parseCIDR(network)
    exceptions.addSubnet(range.toString(), bits, range.kind())
  }
  return (address) => isPublic(address) || exceptions.check(address, family(address))
}

const family = (address: string) => (net.isIPv6(address) ? 'ipv6' : 'ipv4')

/** Only global unicast; an IPv4-mapped IPv6 address is checked as IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // ipaddr.js reports some reserved ranges (`::7f00:1`) as unicast; global unicast is 2000::/3.
  return parsed.kind() === 'ipv4' || (((parsed as ipaddr.IPv6).parts[0] as number) & 0xe000) === 0x2000
}

const refused = (what: string) => Object.assign(new Error(`refused ${what}`), { code: 'EBLOCKED' })

/** Whether a request failed because its address is not allowed. */
export const isBlocked = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EBLOCKED'

/** A URL's host without IPv6 brackets. */
export const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/**
 * An agent that connects to allowed addresses only. Each host is resolved once and the connection
 * uses the checked address, which prevents DNS rebinding. A host with any disallowed address is
 * refused.
 */
export function publicAgent(
  permitted: (address: string) => boolean,
  resolve: typeof dns.lookup,
  options: Omit<Agent.Options, 'connect'>,
): Agent {
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
    // A literal address is never resolved, so it is checked here.
    connect: (options, done) => {
      const host = bare(options.hostname)
      if (net.isIP(host) && !permitted(host)) done(refused(host), null)
      else connectTo(options, done)
    },
    pipelining: 0,
    ...options,
  })
}
