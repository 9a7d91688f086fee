import { networkInterfaces } from 'node:os'

/** Hosts that browsers take for safe without HTTPS (Secure Contexts, section 3.1). */
const LOCAL = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether an address means the machine itself that opens it. */
export const isThisMachine = (origin: string): boolean => LOCAL.test(new URL(origin).hostname)

/** Whether a page at this address may use the camera. */
export function hasCamera(origin: string): boolean {
  return new URL(origin).protocol === 'https:' || isThisMachine(origin)
}

/**
 * Origins at which a phone may reach this instance: the public one where it is set. Else that of
 * the request, unless it means the machine itself, and then those of the machine in its networks.
 */
export function reachableOrigins(
  { publicUrl, listensOnNetwork }: { publicUrl: string | null; listensOnNetwork: boolean },
  origin: string,
  interfaces = networkInterfaces(),
): string[] {
  if (publicUrl) return [publicUrl]
  const { protocol, port } = new URL(origin)
  if (!listensOnNetwork) return [origin]
  const found = Object.values(interfaces)
    .flat()
    .filter((one) => one?.family === 'IPv4' && !one.internal)
    .map((one) => `${protocol}//${one?.address}${port ? `:${port}` : ''}`)
  return [...new Set(isThisMachine(origin) ? [...found, origin] : [origin, ...found])]
}
