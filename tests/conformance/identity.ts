import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { expect } from 'vitest'
import { signUp } from './accounts.ts'
import type { Checks } from './check.ts'
import { HttpClient } from './client.ts'
import { corpusFile } from './corpus-file.ts'
import { BOOLEAN, expectJson, INSTANT, LIST, NUMBER, STORED_FILE, TEXT } from './shapes.ts'
import type { World } from './world.ts'

const AUTH = '/auth/api/v1'
const MFA = `${AUTH}/social/mfa`
const STATUS = {
  is_enabled: BOOLEAN,
  methods: LIST,
  totp_enabled: BOOLEAN,
  sms_enabled: BOOLEAN,
  email_enabled: BOOLEAN,
  backup_codes_count: NUMBER,
  security_score: NUMBER,
}

export const identityChecks: Checks = {
  [`GET ${MFA}/status/`]: async (send) => {
    expectJson(await send(), 200, STATUS)
  },
  [`POST ${MFA}/setup/sms/`]: {
    // An API key manages no second factors.
    with: ['cookie'],
    run: async (send, world) => {
      // Text messages are a second way to confirm: they come after an app or e-mail.
      await turnOnEmail(world.client, world)
      const phone = `+35191${String(Date.now()).slice(-7)}`
      expectJson(await send({ json: { phone } }), 200, { method: 'sms' })
      expect(await world.mailbox.code(phone)).toMatch(/^\d{6}$/)
    },
  },
  [`POST ${MFA}/setup/email/`]: {
    with: ['cookie'],
    run: async (send, world) => {
      expectJson(await send(), 200, { method: 'email' })
      expect(await world.mailbox.code(world.account?.email as string)).toMatch(/^\d{6}$/)
    },
  },
  [`POST ${MFA}/challenge/`]: {
    with: ['none'],
    run: async (send, world) => {
      const { email, challenge_id } = await halfSignedIn(world)
      // Without a cookie jar: the challenge is named by its id.
      const json = { method: 'email', code: '', challenge_id }
      const answer = await send({ json })
      expectJson(answer, 200, {
        challenge_id: TEXT,
        methods_available: LIST,
        expires_in: NUMBER,
        message: TEXT,
      })
      expect(await world.mailbox.code(email)).toMatch(/^\d{6}$/)
    },
  },
  [`POST ${MFA}/verify/`]: {
    with: ['none'],
    run: async (send, world) => {
      const { email, challenge_id } = await challenged(world)
      const wrong = await send({ json: { method: 'email', code: '000000', challenge_id } })
      expect(wrong.status).toBeGreaterThanOrEqual(400)
      const code = await world.mailbox.code(email)
      const answer = await send({ json: { method: 'email', code, challenge_id } })
      expectJson(answer, 200, {
        success: true,
        message: TEXT,
        access_token: TEXT,
        refresh_token: TEXT,
        expires_in: NUMBER,
        token_type: 'Bearer',
      })
      const bearer = new HttpClient(world.url, answer.body.access_token)
      expectJson(await bearer.request('GET', '/api/v1/user/me/'), 200, { email })
    },
  },
  [`POST ${MFA}/backup-codes/regenerate/`]: {
    // An API key manages no second factors. The bearer is the access token of a verified sign-in.
    with: ['cookie'],
    run: async (send, world) => {
      const codes = { codes: LIST, generated_at: INSTANT, expires_at: INSTANT, remaining_codes: 10 }
      expectJson(await send(), 200, codes)
      const bearer = new HttpClient(world.url, (await verified(world)).access_token)
      expectJson(await bearer.request('POST', `${MFA}/backup-codes/regenerate/`), 200, codes)
    },
  },
  [`GET ${MFA}/security/`]: async (send) => {
    expectJson(await send(), 200, {
      total_attempts: NUMBER,
      successful_attempts: NUMBER,
      failed_attempts: NUMBER,
      blocked_attempts: NUMBER,
      trusted_devices: NUMBER,
      security_score: NUMBER,
      recommendations: LIST,
    })
  },
  [`GET ${AUTH}/.well-known/jwks.json`]: async (send, world) => {
    const answer = await send()
    expectJson(answer, 200, { keys: LIST })
    const { access_token } = await verified(world)
    const keys = (await send()).body.keys as JsonWebKey[]
    expect(keys[0]).toMatchObject({ kty: TEXT, kid: TEXT, alg: 'EdDSA' })
    expect(keys.some((key) => isSignedBy(access_token, key))).toBe(true)
  },
  [`POST ${AUTH}/introspect/`]: async (send, world) => {
    const { access_token: token } = await verified(world)
    const bearer = new HttpClient(world.url, token)
    const own = await bearer.request('POST', `${AUTH}/introspect/`, { json: { token } })
    expectJson(own, 200, { active: true, username: TEXT, exp: NUMBER })
    expectJson(await send({ json: { token: 'nothing that was issued' } }), 200, { active: false })
  },
  [`POST ${AUTH}/verify-token/`]: async (send, world) => {
    const { access_token, refresh_token } = await verified(world)
    const valid = async (token: string) => (await send({ json: { token } })).body.valid
    expect([await valid(access_token), await valid(refresh_token)]).toEqual([true, false])
    expectJson(await send({ json: { token: 'nothing that was issued' } }), 200, {
      valid: false,
      message: TEXT,
    })
  },
  [`POST ${AUTH}/storage/files/upload/`]: async (send) => {
    const form = { file: corpusFile('docs/letter.docx'), storage_already_tracked: 'False' }
    expectJson(await send({ form }), 200, { ...STORED_FILE, file_name: 'letter.docx', file_size_bytes: 1002 })
  },
  [`POST ${AUTH}/storage/files/register/`]: async (send, world) => {
    const { output } = await world.image()
    const json = { s3_key: output.s3_key, storage_already_tracked: false }
    expectJson(await send({ json }), 200, { ...STORED_FILE, s3_key: output.s3_key })
  },
  [`GET ${AUTH}/storage/files/`]: async (send, world) => {
    await world.storedFile()
    const answer = await send({
      query: { page: '1', page_size: '20', sort_by: 'created_at', sort_dir: 'desc' },
    })
    expectJson(answer, 200, { count: NUMBER, total_pages: NUMBER, page: 1, page_size: 20 })
    const [records] = Object.values(answer.body).filter(Array.isArray)
    expect(records?.[0]).toMatchObject(STORED_FILE)
    expect(answer.body.storage).toMatchObject({ used_bytes: NUMBER, quota_bytes: NUMBER })
  },
}

/** Sets e-mail up as a second factor. */
async function turnOnEmail(
  client: HttpClient,
  { mailbox, account }: World,
  email = account?.email as string,
) {
  expectJson(await client.request('POST', `${MFA}/setup/email/`), 200, {})
  const code = await mailbox.code(email)
  expectJson(await client.request('POST', `${MFA}/setup/email/confirm/`, { json: { code } }), 200, {})
}

/**
 * Somebody who gave the password and has yet to give the second factor, in a client without a
 * cookie jar.
 */
async function halfSignedIn(world: World) {
  const { client, username, email, password } = await signUp(world.url)
  await turnOnEmail(client, world, email)
  const logIn = await new HttpClient(world.url).request('POST', '/api/v1/user/auth/login/', {
    json: { username, password },
  })
  expectJson(logIn, 200, {
    mfa_required: true,
    challenge_id: TEXT,
    methods_available: LIST,
    expires_in: NUMBER,
  })
  return { email, challenge_id: logIn.body.challenge_id as string }
}

/** The same, with the code on its way. */
async function challenged(world: World) {
  const { email, challenge_id } = await halfSignedIn(world)
  const json = { method: 'email', code: '', challenge_id }
  expectJson(await new HttpClient(world.url).request('POST', `${MFA}/challenge/`, { json }), 200, {})
  return { email, challenge_id }
}

/** The tokens of a verified sign-in. */
async function verified(world: World): Promise<{ access_token: string; refresh_token: string }> {
  const { email, challenge_id } = await challenged(world)
  const json = { method: 'email', code: await world.mailbox.code(email), challenge_id }
  const answer = await new HttpClient(world.url).request('POST', `${MFA}/verify/`, { json })
  expectJson(answer, 200, { success: true })
  return answer.body
}

/** Verifies a JWT with a key of the published set. */
function isSignedBy(token: string, key: JsonWebKey): boolean {
  const [head, claims, signature = ''] = token.split('.')
  const publicKey = createPublicKey({ key, format: 'jwk' })
  return verify(null, Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
}
