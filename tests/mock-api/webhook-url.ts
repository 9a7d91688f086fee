import ipaddr from 'ipaddr.js'
import { MockProblem } from './handler.ts'

/** Refuses what the server refuses, as far as it can be known without looking names up. */
export function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw refused('Enter a URL that begins with https:// or http://.')
  if (url.username || url.password)
    throw refused('Enter the URL without a user name or password. Use a header for credentials.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (/(^|\.)localhost\.?$/.test(host) || (ipaddr.isValid(host) && !isPublic(host)))
    throw refused(`${url.hostname} is not an address of the public internet. Webhooks cannot be sent to it.`)
}

/** Global unicast and nothing else, which is 2000::/3 in IPv6. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

const refused = (message: string) =>
  new MockProblem('url_refused', message, { errors: [{ path: 'url', message }] })
