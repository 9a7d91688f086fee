import { networkInterfaces } from 'node:os'

/** Hosts that are secure contexts without HTTPS (Secure Contexts, section 3.1). */
const LOCAL = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether an origin is the loopback of the device that opens it. */
export const isThisMachine = (origin: string): boolean => LOCAL.test(new URL(origin).hostname)

/** Whether a page of this origin may use the camera. */
export function hasCamera(origin: string): boolean {
  return new URL(origin).protocol === 'https:' || isThisMachine(origin)
}

/**
 * Origins at which a phone may reach this instance: the public URL if set. Else the request's
 * origin, or for a loopback origin the machine's network addresses.
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
