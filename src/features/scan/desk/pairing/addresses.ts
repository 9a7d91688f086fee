/**
 * The URL to enter on the phone: "files.harbour.example/s", with the scheme only if the browser
 * would guess another.
 */
export function typedAddress(pairingUrl: string): string {
  const { protocol, host } = new URL(pairingUrl)
  return `${protocol === 'http:' ? 'http://' : ''}${host}/s`
}

/** "7KXP42MQ" → "7KXP 42MQ". */
export const inGroups = (code: string): string => code.match(/.{1,4}/g)?.join(' ') ?? code
