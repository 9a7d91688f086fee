import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
const ISSUER = 'Filewright'

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1', // what every authenticator app has, whatever the address says
    digits: 6,
    period: PERIOD,
  })

/** What an app is given: the secret in base32, and the address that its QR code holds. */
export function totpSetup(secret: Buffer, account: string) {
  const totp = totpOf(secret, account)
  return { secret: totp.secret.base32, otpauth_url: totp.toString() }
}

/**
 * The time step whose code this is: this one, or one to either side for clocks that differ. A step
 * that is not after `last` was used before, so that a code works once (RFC 6238, 5.2).
 */
export function stepOfCode(secret: Buffer, code: string, now: Date, last: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / 1000 / PERIOD) + delta
  return last !== null && step <= last ? null : step
}
