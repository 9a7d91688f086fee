import type { verifyEndpoints } from '../../contract/verify.ts'
import type { AreaHandlers } from './handler.ts'
import { chained } from './signing.ts'

/** Made once; nobody has its key. */
const CERTIFICATE = [
  'MIIBfzCCASWgAwIBAgIUYmWLx7f9yvCDqmrjaVVnszV13SEwCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKRmlsZXdyaW',
  'dodDAeFw0yNjExMjIxNzI2MzVaFw00NjExMTcxNzI2MzVaMBUxEzARBgNVBAMMCkZpbGV3cmlnaHQwWTATBgcqhkjO',
  'PQIBBggqhkjOPQMBBwNCAASD33Wf/W2RAd+93SS7/umsSKnu6rG2MPAM98D4SN/+711UsuaqLZymbC2jynnvEIIp+z',
  '/CES+3um0yYD9qH0TVo1MwUTAdBgNVHQ4EFgQUs/hDtesT+Nlfx7kH92dXzojcgrQwHwYDVR0jBBgwFoAUs/hDtesT',
  '+Nlfx7kH92dXzojcgrQwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBpRd9Iz0w09nU41f1ooCkIU1',
  'y/Tbcd+318nSkeU27nqAIhAP81myNbeuX7lLQ/LzDmqx84P1qilrFA9FbkEmzJjvVg',
].join('')

export const verifyHandlers: AreaHandlers<keyof typeof verifyEndpoints> = {
  async lookUpSealed({ db, json }) {
    const found = db.signing.sessions.findLast(({ result }) => result?.sha256 === json.sha256)
    const rows = found ? await chained(found) : []
    const sealed = rows.findIndex(({ event }) => event === 'sealed')
    const last = rows[sealed - 1]
    if (!found?.endedAt || !last) return { status: 200, body: { sealed: null } }
    return {
      status: 200,
      body: {
        sealed: {
          session_id: found.id,
          sealed_at: found.endedAt,
          acted: found.recipients.filter(({ state }) => state === 'done').length,
          time_stamped: false,
          log: { intact: true, as_certified: true, number: last.number, hash: last.hash },
        },
      },
    }
  },
  getSeal: () => ({
    status: 200,
    body: {
      name: 'Filewright',
      fingerprint_sha256: '08d436eb553598546ba6846aa9d41e4d53c33c14079595b1e6b9e4055111231a',
      certificates: [CERTIFICATE],
      valid_from: '2026-11-22T17:26:35.000Z',
      valid_until: '2046-11-17T17:26:35.000Z',
      time_stamps: false,
    },
  }),
}
