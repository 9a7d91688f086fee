import type { signingEndpoints } from '../../contract/signing-endpoints.ts'
import type { Db } from './db.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { type Asked, acting, checkImage, requireOpen } from './signing-gate.ts'

export type DeviceNames = Extract<
  keyof typeof signingEndpoints,
  'beginDeviceDrawing' | 'getDeviceDrawing' | 'viewDevice' | 'drawOnDevice'
>

const MINUTES = 10
const over = () => new MockProblem('link_expired', 'This address is over. Show a new code.')

/** The device that nothing was drawn on yet. */
function waiting(db: Db, word: string) {
  const found = db.signing.devices.get(word)
  if (!found || found.picture !== null || Date.parse(found.expiresAt) <= Date.now()) throw over()
  return found
}

function mine(asked: Asked) {
  const { session, me } = acting(asked)
  requireOpen(asked.db, session)
  return me
}

export const signingDeviceHandlers: AreaHandlers<DeviceNames> = {
  beginDeviceDrawing(asked) {
    const { db, json, request } = asked
    const me = mine(asked)
    if (me.state !== 'invited' && me.state !== 'viewed')
      throw new MockProblem('signing_misfit', 'There is nothing for you to sign.')
    for (const [word, { recipientId }] of db.signing.devices)
      if (recipientId === me.id) db.signing.devices.delete(word)
    const word = `mock-device-${crypto.randomUUID()}`
    const expiresAt = new Date(Date.now() + MINUTES * 60_000).toISOString()
    db.signing.devices.set(word, {
      recipientId: me.id,
      kind: json.kind,
      connected: false,
      picture: null,
      expiresAt,
    })
    const url = `${new URL(request.url).origin}/sign/device/${word}`
    return { status: 201, body: { url, expires_at: expiresAt } }
  },
  getDeviceDrawing(asked) {
    const me = mine(asked)
    const found = [...asked.db.signing.devices.values()].find(
      ({ recipientId, expiresAt }) => recipientId === me.id && Date.parse(expiresAt) > Date.now(),
    )
    if (!found) throw over()
    const { connected, picture, expiresAt } = found
    return { status: 200, body: { connected, picture, expires_at: expiresAt } }
  },
  viewDevice({ db, params }) {
    const found = waiting(db, params.device)
    const me = db.signing.sessions
      .flatMap(({ recipients }) => recipients)
      .find(({ id }) => id === found.recipientId)
    if (!me) throw over()
    found.connected = true
    return { status: 200, body: { name: me.name, kind: found.kind, expires_at: found.expiresAt } }
  },
  drawOnDevice({ db, params, json }) {
    checkImage('signature', json)
    waiting(db, params.device).picture = json.picture
    return { status: 204 }
  },
}
