import { afterAll, beforeAll, describe } from 'vitest'
import { INES } from '../mock-api/accounts.ts'
import { pay } from '../mock-api/billing.ts'
import { startMockServer } from '../mock-api/node.ts'
import { Client } from '../server/harness.ts'
import { contractSuite } from './suite.ts'

const ORIGIN = 'http://mock.example'
let mock: ReturnType<typeof startMockServer>
beforeAll(() => {
  mock = startMockServer({ origin: ORIGIN })
  for (const { user } of mock.db.users) user.is_admin = true
})
afterAll(() => mock.close())

const read = new Set<string>()
/** What the mock would have sent, the newest first. */
async function sent(to: string, what: RegExp): Promise<string> {
  const message = mock.db.identity.outbox.find(
    (one) => one.to === to && what.test(one.text) && !read.has(one.id),
  )
  const found = what.exec(message?.text ?? '')?.[0]
  if (!message || !found) throw new Error(`nothing was sent to ${to}`)
  read.add(message.id)
  return found
}

describe('the mock', () =>
  contractSuite({
    talker: () => new Client(ORIGIN),
    importUrl: () => 'https://files.example/notes/fetched.md',
    admin: INES,
    totp: () => '123456',
    sentCode: (to) => sent(to, /\d{6}/),
    sentLink: (to) => sent(to, /http\S+/),
    invitationLink: (to) => sent(to, /http\S+\/invitation#\S+/),
    signingLink: (to) => sent(to, /http\S+\/sign\/\S+/),
    pay: async (url) => pay(mock.db, url.split('/').at(-1) ?? ''),
    promoCode: async () => 'AUTUMN250',
    providerEvent: async () => ({ body: '{}', signature: 'mock' }),
    atProvider: (authorizationUrl) => Promise.resolve(authorizationUrl),
  }))
