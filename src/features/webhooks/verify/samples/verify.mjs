import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the event, or throws. `body` is the body as it was received: a string or a Buffer, not parsed JSON. */
export function verify(secret, headers, body, tolerance = 300) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (!id || !timestamp || !signatures) throw new Error('A webhook header is missing.')
  const age = Date.now() / 1000 - Number(timestamp)
  if (!(Math.abs(age) <= tolerance)) throw new Error('The timestamp is too far from the current time.')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    if (version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected))
      return JSON.parse(body)
  }
  throw new Error('The signature does not match.')
}
