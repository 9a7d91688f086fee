import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import {
  codeIn,
  halfSignedIn,
  lastMessage,
  logIn,
  MFA,
  me,
  PASSWORD,
  setClock,
  totpCode,
  verify,
  withApp,
} from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A later code of the same app, at the instance's moved clock. */
const laterCode = (secret: string, ahead: number) => {
  setClock(server, ahead)
  return totpCode(secret, Date.now() + ahead)
}

describe('a second factor', () => {
  it('is set up with its first code, and brings backup codes once', async () => {
    const client = await signUp(server.url)
    expect((await client.json('GET', `${MFA}/status/`)).body).toMatchObject({
      is_enabled: false,
      methods: [],
    })
    const begun = await client.json('POST', `${MFA}/setup/totp/`)
    expect(begun.body.otpauth_url).toContain(`secret=${begun.body.secret}`)
    const wrong = await client.json('POST', `${MFA}/setup/totp/confirm/`, { code: '000000' })
    expect(wrong.body).toMatchObject({ code: 'invalid_code', attempts_left: 4 })
    expect((await me(client)).body.mfa_enabled, 'nothing is on before its first code').toBe(false)
    const right = await client.json('POST', `${MFA}/setup/totp/confirm/`, {
      code: totpCode(begun.body.secret),
    })
    expect(right.body.backup_codes.codes).toHaveLength(10)
    expect(right.body.status).toMatchObject({ is_enabled: true, totp_enabled: true, backup_codes_count: 10 })
    const again = await client.json('POST', `${MFA}/setup/totp/confirm/`, {
      code: totpCode(begun.body.secret),
    })
    expect(again.body.code).toBe('challenge_expired')
    const told = await lastMessage(server, `${client.username}@mail.example`)
    expect(told.subject).toBe('A second factor was added to your account')
  })

  it('is never shown again, and is sealed where it is stored', async () => {
    const { secret, ...client } = await withApp(server)
    const { rows } = await server.platform.db.execute<{ secret: Buffer }>(
      `select secret from factors join users on users.id = user_id where username = '${client.username}'`,
    )
    expect(rows[0]?.secret.toString('latin1')).not.toContain(secret)
    expect(server.logged.join('\n')).not.toContain(secret)
  })

  it('is asked for after the password, and opens the session under a new token', async () => {
    const { username, secret } = await withApp(server)
    const client = new Client(server.url)
    const asked = await logIn(client, username)
    expect(asked.body).toEqual({
      mfa_required: true,
      challenge_id: expect.any(String),
      methods_available: ['totp', 'backup_code'],
      expires_in: 600,
    })
    expect([...client.cookies.keys()]).toEqual(['sign-in'])
    expect((await me(client)).status).toBe(401)
    const done = await verify(client, 'totp', laterCode(secret, MINUTE))
    expect(done.body).toMatchObject({ success: true, token_type: 'Bearer', expires_in: 600 })
    expect((await me(client)).body.username).toBe(username)
    expect([...client.cookies.keys()]).toEqual(['session'])
    const bearer = await new Client(server.url).json('GET', '/api/v1/user/me/', undefined, {
      authorization: `Bearer ${done.body.access_token}`,
    })
    expect(bearer.body.username).toBe(username)
  })

  it('is named by challenge_id where a client keeps no cookies, once, and by nothing that can be guessed', async () => {
    const { username, codes } = await withApp(server)
    const [first = '', second = '', third = ''] = codes
    const { challenge_id } = (await logIn(new Client(server.url), username)).body
    expect(challenge_id).toMatch(/^[\w-]{43}$/)
    expect(server.logged.join('\n')).not.toContain(challenge_id)
    const stored = await server.platform.db.execute<{ all: string }>(
      'select json_agg(challenges)::text as all from challenges',
    )
    expect(stored.rows[0]?.all).not.toContain(challenge_id)
    const anyone = () => new Client(server.url)
    const asked = await anyone().json('POST', `${MFA}/challenge/`, { method: 'backup_code', challenge_id })
    expect(asked.body).toMatchObject({ challenge_id, methods_available: ['totp', 'backup_code'] })
    const wrong = await verify(anyone(), 'backup_code', 'AAAA-AAAA', { challenge_id })
    expect([wrong.body.code, wrong.body.attempts_left]).toEqual(['invalid_code', 4])
    const done = await verify(anyone(), 'backup_code', first, { challenge_id })
    const authorization = `Bearer ${done.body.access_token}`
    const mine = await anyone().json('GET', '/api/v1/user/me/', undefined, { authorization })
    expect(mine.body.username).toBe(username)
    const used = await verify(anyone(), 'backup_code', second, { challenge_id })
    expect([used.status, used.body.code]).toEqual([410, 'challenge_expired'])
    // The row's id is in no answer; were it known, it would name nothing.
    const late = (await logIn(anyone(), username)).body.challenge_id
    const rows = await server.platform.db.execute<{ id: string }>(
      `select c.id from challenges c join users u on u.id = c.user_id where u.username = '${username}'`,
    )
    const byRow = await verify(anyone(), 'backup_code', second, { challenge_id: rows.rows[0]?.id })
    expect(byRow.body.code).toBe('challenge_expired')
    const none = await verify(anyone(), 'backup_code', second)
    expect([none.status, none.body.code]).toEqual([401, 'unauthenticated'])
    setClock(server, 10 * MINUTE + 1000)
    const over = await verify(anyone(), 'backup_code', third, { challenge_id: late })
    expect([over.status, over.body.code]).toEqual([410, 'challenge_expired'])
  })

  it('is named the same way beside another person’s session, which a step-up’s id never leaves', async () => {
    const { username, codes } = await withApp(server)
    const other = await signUp(server.url)
    const stepUp = await other.json('POST', `${MFA}/challenge/`, { method: 'password' })
    const foreign = { challenge_id: stepUp.body.challenge_id }
    for (const client of [new Client(server.url), await signUp(server.url)])
      expect((await verify(client, 'password', PASSWORD, foreign)).body.code).toBe('challenge_expired')
    expect((await verify(other, 'password', PASSWORD, foreign)).status).toBe(200)
    const { challenge_id } = (await logIn(new Client(server.url), username)).body
    expect((await verify(other, 'backup_code', codes[0] as string, { challenge_id })).status).toBe(200)
    expect((await me(other)).body.username).toBe(username)
  })

  it('takes a code of the app once, also where two come at the same moment', async () => {
    const { username, secret } = await withApp(server)
    const code = laterCode(secret, MINUTE)
    const [one, two] = [await halfSignedIn(server, username), await halfSignedIn(server, username)]
    const answers = await Promise.all([verify(one, 'totp', code), verify(two, 'totp', code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await verify(await halfSignedIn(server, username), 'totp', code)).body.code).toBe('invalid_code')
  })

  it('takes each backup code once, however it is written', async () => {
    const { username, codes } = await withApp(server)
    const [first = '', second = ''] = codes
    const written = first.toLowerCase().replace('-', ' ')
    expect((await verify(await halfSignedIn(server, username), 'backup_code', written)).status).toBe(200)
    expect((await verify(await halfSignedIn(server, username), 'backup_code', first)).body.code).toBe(
      'invalid_code',
    )
    const [one, two] = [await halfSignedIn(server, username), await halfSignedIn(server, username)]
    const answers = await Promise.all([
      verify(one, 'backup_code', second),
      verify(two, 'backup_code', second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('gives five tries to a challenge, then a new sign-in is needed', async () => {
    const { username, codes } = await withApp(server)
    const client = await halfSignedIn(server, username)
    const left = []
    for (let attempt = 0; attempt < 5; attempt++)
      left.push((await verify(client, 'backup_code', 'AAAA-AAAA')).body.attempts_left)
    expect(left).toEqual([4, 3, 2, 1, 0])
    expect((await verify(client, 'backup_code', codes[0] as string)).body.code).toBe('challenge_expired')
  })

  it('waits ten minutes for the code, and not longer', async () => {
    const { username, codes } = await withApp(server)
    const client = await halfSignedIn(server, username)
    setClock(server, 10 * MINUTE + 1000)
    const late = await verify(client, 'backup_code', codes[0] as string)
    expect([late.status, late.body.code]).toEqual([410, 'challenge_expired'])
  })

  it('is kept to the account that it belongs to', async () => {
    const [one, two] = [await withApp(server), await withApp(server)]
    const client = await halfSignedIn(server, one.username)
    expect((await verify(client, 'backup_code', two.codes[0] as string)).body.code).toBe('invalid_code')
    expect((await verify(client, 'totp', laterCode(two.secret, MINUTE))).body.code).toBe('invalid_code')
  })
})

describe('codes that are sent', () => {
  it('work once, for ten minutes, for the challenge that they were sent for', async () => {
    const client = await withApp(server)
    await client.json('POST', `${MFA}/setup/email/`)
    const setup = codeIn(await lastMessage(server, client.email))
    const on = await client.json('POST', `${MFA}/setup/email/confirm/`, { code: setup })
    expect(on.body).toMatchObject({ status: { methods: ['totp', 'email'] }, backup_codes: null })
    expect((await me(client)).body.email_verified, 'whoever read the code reads the mailbox').toBe(true)

    const send = async (who: Client) => {
      const sent = await who.json('POST', `${MFA}/challenge/`, { method: 'email' })
      expect(sent.body.target).toMatch(/^.•+@mail\.example$/)
      return codeIn(await lastMessage(server, client.email))
    }
    const [one, two] = [
      await halfSignedIn(server, client.username),
      await halfSignedIn(server, client.username),
    ]
    const old = await send(one)
    const mine = await send(one)
    const other = await send(two)
    expect((await verify(one, 'email', other)).body.code, 'another challenge’s').toBe('invalid_code')
    if (old !== mine)
      expect((await verify(one, 'email', old)).body.code, 'one that was replaced').toBe('invalid_code')
    expect((await verify(one, 'email', mine)).status).toBe(200)
    setClock(server, 10 * MINUTE + 1000)
    expect((await verify(two, 'email', other)).body.code).toBe('challenge_expired')
  })

  it('go to a phone only where a stronger way is there, and to none that is no phone', async () => {
    const weak = await signUp(server.url)
    expect((await weak.json('POST', `${MFA}/setup/sms/`, { phone: '+351912345678' })).body.code).toBe(
      'method_unavailable',
    )
    const client = await withApp(server)
    for (const phone of ['12345', 'x', '+000', '+351912345678; drop'])
      expect((await client.json('POST', `${MFA}/setup/sms/`, { phone })).body.code, phone).toBe(
        'invalid_request',
      )
    const begun = await client.json('POST', `${MFA}/setup/sms/`, { phone: '+351 912 345 678' })
    expect(begun.body.target).toBe('+35 •••••78')
    const code = codeIn(await lastMessage(server, '+351912345678'))
    expect((await client.json('POST', `${MFA}/setup/sms/confirm/`, { code })).body.status.methods).toEqual([
      'totp',
      'sms',
    ])
    // Without the stronger one it does not stay behind.
    expect((await client.json('DELETE', `${MFA}/methods/totp/`)).body).toMatchObject({
      is_enabled: false,
      methods: [],
      backup_codes_count: 0,
    })
  })

  it('are sent only so often', async () => {
    const limited = await startServer({ RATE_LIMITS: '1' })
    try {
      const client = await signUp(limited.url)
      const sent = []
      for (let time = 0; time < 12; time++)
        sent.push((await client.json('POST', `${MFA}/setup/email/`)).status)
      expect(sent).toEqual([...Array(10).fill(200), 429, 429])
    } finally {
      await limited.stop()
    }
  })
})

describe('too many failures', () => {
  it('lock all ways of confirming for a while, also for a right code, and say how long', async () => {
    const limited = await startServer({ RATE_LIMITS: '1' })
    try {
      const { username, codes } = await withApp(limited)
      for (let round = 0; round < 2; round++) {
        const client = await halfSignedIn(limited, username)
        for (let attempt = 0; attempt < 5; attempt++) await verify(client, 'totp', '000000')
      }
      const client = await halfSignedIn(limited, username)
      const blocked = await verify(client, 'backup_code', codes[0] as string)
      expect(blocked.body).toMatchObject({ code: 'too_many_requests', retry_after: expect.any(Number) })
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await limited.stop()
    }
  })
})

describe('a trusted device', () => {
  it('is not asked for thirty days, until it is forgotten', async () => {
    const { username, codes } = await withApp(server)
    const client = await halfSignedIn(server, username)
    await verify(client, 'backup_code', codes[0] as string, { trust_device: true })
    const again = async () => {
      await client.json('POST', '/api/v1/user/auth/logout/')
      return (await logIn(client, username)).body
    }
    expect((await again()).user.username).toBe(username)
    const devices = await client.json('GET', `${MFA}/devices/`)
    expect(devices.body.results).toMatchObject([{ is_current: true }])
    setClock(server, 30 * DAY + HOUR)
    expect((await again()).mfa_required).toBe(true)
    setClock(server, 0)
    expect((await again()).user.username).toBe(username)
    await client.json('DELETE', `${MFA}/devices/${devices.body.results[0].id}/`)
    expect((await again()).mfa_required).toBe(true)
  })

  it('of one account opens no other', async () => {
    const [one, two] = [await withApp(server), await withApp(server)]
    const client = await halfSignedIn(server, one.username)
    await verify(client, 'backup_code', one.codes[0] as string, { trust_device: true })
    await client.json('POST', '/api/v1/user/auth/logout/')
    expect((await logIn(client, two.username)).body.mfa_required).toBe(true)
  })
})

describe('sensitive acts', () => {
  it('ask again two hours after the last time, and then continue; the session has a new token', async () => {
    const client = await signUp(server.url)
    const key = () =>
      client.json('POST', '/api/v1/user/api-keys/', { name: 'nightly', scopes: ['convert:write'] })
    expect((await key()).status).toBe(201)
    setClock(server, 1.9 * HOUR)
    expect((await key()).status, 'each begins the time anew').toBe(201)
    setClock(server, 3.8 * HOUR)
    expect((await key()).status).toBe(201)
    setClock(server, 6 * HOUR)
    const refused = await key()
    expect([refused.status, refused.body.code, refused.body.methods_available]).toEqual([
      403,
      'step_up_required',
      ['password'],
    ])
    const before = client.cookies.get('session') as string
    expect((await verify(client, 'password', 'wrong horse')).body.code).toBe('invalid_code')
    expect((await verify(client, 'password', PASSWORD)).status).toBe(200)
    expect(client.cookies.get('session')).not.toBe(before)
    expect((await key()).status).toBe(201)
    client.cookies.set('session', before)
    expect((await me(client)).status, 'the old token opens nothing').toBe(401)
  })

  it('are confirmed from two tabs at once', async () => {
    const client = await signUp(server.url)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.json('POST', `${MFA}/challenge/`, { method: 'password' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map(({ body }) => body.challenge_id)).size).toBe(1)
  })

  it('ask for the second factor where there is one, and the password is none', async () => {
    const client = await withApp(server)
    setClock(server, 3 * HOUR)
    const refused = await client.json('GET', '/api/v1/user/auth/step-up/')
    expect(refused.body.methods_available).toEqual(['totp', 'backup_code'])
    expect((await verify(client, 'password', PASSWORD)).body.code).toBe('method_unavailable')
    expect((await verify(client, 'totp', totpCode(client.secret, Date.now() + 3 * HOUR))).status).toBe(200)
    expect((await client.json('GET', '/api/v1/user/auth/step-up/')).status).toBe(204)
  })
})

describe('the score', () => {
  it('is the sum of facts, and says what would add to it', async () => {
    const client = await signUp(server.url)
    const score = async () => (await client.json('GET', `${MFA}/security/`)).body
    expect((await score()).security_score).toBe(20)
    expect((await score()).recommendations[0]).toMatch(/authenticator app/)
    const { body } = await client.json('POST', `${MFA}/setup/totp/`)
    await client.json('POST', `${MFA}/setup/totp/confirm/`, { code: totpCode(body.secret) })
    expect((await score()).security_score).toBe(20 + 40 + 15)
    await client.json('POST', `${MFA}/setup/email/`)
    const code = codeIn(await lastMessage(server, `${client.username}@mail.example`))
    await client.json('POST', `${MFA}/setup/email/confirm/`, { code })
    const full = await score()
    expect(full.security_score).toBe(20 + 40 + 15 + 10 + 10)
    expect(full.recommendations).toHaveLength(1)
    expect((await client.json('GET', `${MFA}/status/`)).body.security_score).toBe(95)
    expect(full.score.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(100)
    await logIn(new Client(server.url), client.username, 'wrong horse')
    expect((await score()).failed_attempts).toBe(1)
  })
})
