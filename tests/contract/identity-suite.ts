import { describe, expect, it } from 'vitest'
import { type Callers, pixel, type Target } from './caller.ts'

const MFA = '/auth/api/v1/social/mfa'
const AUTH = '/api/v1/user/auth'

/** What keeps an account safe: second factors, sessions, keys, tokens, and the ways back in. */
export function identitySuite({ anyone, someone }: Callers, target: Target) {
  /** Somebody with an authenticator app, and a browser that has not signed in yet. */
  async function guarded() {
    const me = await someone()
    const { secret } = (await me.call('POST', `${MFA}/setup/totp/`)).body
    const { body } = await me.call('POST', `${MFA}/setup/totp/confirm/`, { code: target.totp(secret) })
    return { me, secret: secret as string, codes: body.backup_codes.codes as string[], body }
  }

  const logIn = async ({ username, password }: { username: string; password: string }) => {
    const caller = anyone()
    return { caller, ...(await caller.call('POST', `${AUTH}/login/`, { username, password })) }
  }

  describe('second factors', () => {
    it('are set up, asked for at sign-in, and taken away', async () => {
      const { me, secret, codes, body } = await guarded()
      expect(body.status).toMatchObject({ is_enabled: true, methods: ['totp'], totp_enabled: true })
      expect(codes).toHaveLength(10)
      expect((await me.call('GET', '/api/v1/user/me/')).body.mfa_enabled).toBe(true)

      const { caller, body: asked } = await logIn(me)
      expect(asked).toMatchObject({ mfa_required: true, methods_available: ['totp', 'backup_code'] })
      expect((await caller.call('GET', '/api/v1/user/me/')).body.code).toBe('unauthenticated')
      const wrong = await caller.call('POST', `${MFA}/verify/`, { method: 'totp', code: '000000' })
      expect(wrong.body).toMatchObject({ code: 'invalid_code', attempts_left: 4 })
      const sms = await caller.call('POST', `${MFA}/verify/`, { method: 'sms', code: '123456' })
      expect(sms.body.code).toBe('method_unavailable')
      const verified = await caller.call('POST', `${MFA}/verify/`, {
        method: 'totp',
        code: target.totp(secret),
        trust_device: true,
      })
      expect(verified.body).toMatchObject({ success: true, token_type: 'Bearer' })
      expect((await caller.call('GET', '/api/v1/user/me/')).body.username).toBe(me.username)

      const devices = (await caller.call('GET', `${MFA}/devices/`)).body.results
      expect(devices).toMatchObject([{ is_current: true }])
      await caller.call('POST', `${AUTH}/logout/`)
      const trusted = await caller.call('POST', `${AUTH}/login/`, me)
      expect(trusted.body.code, 'a body has no other fields').toBe('invalid_request')
      const again = await caller.call('POST', `${AUTH}/login/`, {
        username: me.username,
        password: me.password,
      })
      expect(again.body.user.username, 'a trusted device is not asked').toBe(me.username)
      const forget = `${MFA}/devices/${devices[0].id}/`
      expect((await caller.call('DELETE', forget)).status).toBe(204)
      expect((await caller.call('DELETE', forget)).body.code).toBe('not_found')

      expect((await me.call('DELETE', `${MFA}/methods/sms/`)).body.code).toBe('not_found')
      const removed = await me.call('DELETE', `${MFA}/methods/totp/`)
      expect(removed.body).toMatchObject({ is_enabled: false, backup_codes_count: 0 })
      expect((await logIn(me)).body.user.username).toBe(me.username)
    })

    it('are codes by e-mail and text message as well', async () => {
      const me = await someone()
      const mail = await me.call('POST', `${MFA}/setup/email/`)
      expect(mail.body).toMatchObject({ method: 'email' })
      expect(mail.body.target).not.toBe(me.email)
      const wrong = await me.call('POST', `${MFA}/setup/email/confirm/`, { code: '000000' })
      expect(wrong.body.code).toBe('invalid_code')
      const code = await target.sentCode(me.email)
      const first = await me.call('POST', `${MFA}/setup/email/confirm/`, { code })
      expect(first.body.status).toMatchObject({ email_enabled: true, backup_codes_count: 10 })

      const phone = `+35191${String(Date.now()).slice(-7)}`
      expect((await me.call('POST', `${MFA}/setup/sms/`, { phone: '12' })).body.code).toBe('invalid_request')
      expect((await me.call('POST', `${MFA}/setup/sms/`, { phone })).status).toBe(200)
      const second = await me.call('POST', `${MFA}/setup/sms/confirm/`, {
        code: await target.sentCode(phone),
      })
      expect(second.body).toMatchObject({ status: { methods: ['email', 'sms'] }, backup_codes: null })
      expect((await me.call('GET', `${MFA}/status/`)).body).toEqual(second.body.status)

      const { caller } = await logIn(me)
      const sent = await caller.call('POST', `${MFA}/challenge/`, { method: 'email' })
      expect(sent.body.target).toContain('•')
      const verified = await caller.call('POST', `${MFA}/verify/`, {
        method: 'email',
        code: await target.sentCode(me.email),
      })
      expect(verified.body.success).toBe(true)
    })

    it('have backup codes that work once', async () => {
      const { me, codes } = await guarded()
      const [code] = codes
      const first = await logIn(me)
      const used = await first.caller.call('POST', `${MFA}/verify/`, { method: 'backup_code', code })
      expect(used.body.success).toBe(true)
      const second = await logIn(me)
      const twice = await second.caller.call('POST', `${MFA}/verify/`, { method: 'backup_code', code })
      expect(twice.body.code).toBe('invalid_code')
      const fresh = (await me.call('POST', `${MFA}/backup-codes/regenerate/`)).body
      expect(fresh).toMatchObject({ remaining_codes: 10 })
      expect(fresh.codes).not.toContain(codes[1])
      expect((await (await someone()).call('POST', `${MFA}/backup-codes/regenerate/`)).body.code).toBe(
        'method_unavailable',
      )
    })

    it('end a challenge after five tries', async () => {
      const { me, codes } = await guarded()
      const { caller } = await logIn(me)
      const left: number[] = []
      for (let at = 0; at < 5; at++)
        left.push(
          (await caller.call('POST', `${MFA}/verify/`, { method: 'totp', code: '000000' })).body
            .attempts_left,
        )
      expect(left).toEqual([4, 3, 2, 1, 0])
      const late = await caller.call('POST', `${MFA}/verify/`, { method: 'backup_code', code: codes[0] })
      expect(late.body.code).toBe('challenge_expired')
      expect((await anyone().call('POST', `${MFA}/challenge/`, { method: 'totp' })).body.code).toBe(
        'unauthenticated',
      )
    })

    it('make a score whose parts add up', async () => {
      const { me } = await guarded()
      const { body } = await me.call('GET', `${MFA}/security/`)
      const sum = (body.score as { points: number; earned: boolean }[]).reduce(
        (total, { points, earned }) => total + (earned ? points : 0),
        0,
      )
      expect(body.security_score).toBe(sum)
      expect((await me.call('GET', `${MFA}/status/`)).body.security_score).toBe(sum)
      expect(body.recommendations.length).toBeGreaterThan(0)
    })
  })

  describe('sessions and keys', () => {
    it('are listed, and end at once', async () => {
      const me = await someone()
      const [second, third] = [(await logIn(me)).caller, (await logIn(me)).caller]
      const list = (await me.call('GET', '/api/v1/user/sessions/')).body.results
      expect(list.map((one: { is_current: boolean }) => one.is_current)).toEqual([true, false, false])
      const mine = (await second.call('GET', '/api/v1/user/sessions/')).body.results[0]
      const end = `/api/v1/user/sessions/${mine.id}/`
      expect((await (await someone()).call('DELETE', end)).body.code).toBe('not_found')
      expect((await me.call('DELETE', end)).status).toBe(204)
      expect((await second.call('GET', '/api/v1/user/me/')).body.code).toBe('unauthenticated')
      expect((await me.call('DELETE', '/api/v1/user/sessions/')).body).toEqual({ ended: 1 })
      expect((await third.call('GET', '/api/v1/user/me/')).body.code).toBe('unauthenticated')
      expect((await me.call('GET', '/api/v1/user/me/')).status).toBe(200)
    })

    it('open what their scopes say, and never what is a person’s own', async () => {
      const me = await someone()
      const scopes = ['account:read', 'tokens:introspect']
      const made = await me.call('POST', '/api/v1/user/api-keys/', { name: 'nightly', scopes })
      expect(made.body).toMatchObject({ name: 'nightly', scopes, expires_at: null, last_used_at: null })
      expect(made.body.key.startsWith(made.body.prefix)).toBe(true)
      const { key, id } = made.body
      const bearer = { authorization: `Bearer ${key}` }
      const robot = anyone()
      expect((await robot.call('GET', '/api/v1/user/me/', undefined, bearer)).body.username).toBe(me.username)
      const patched = await robot.call('PATCH', '/api/v1/user/me/', { last_name: 'X' }, bearer)
      expect(patched.body.code).toBe('insufficient_scope')
      const keys = await robot.call('GET', '/api/v1/user/api-keys/', undefined, bearer)
      expect(keys.body.code).toBe('session_required')
      expect((await robot.call('GET', `${MFA}/status/`, undefined, bearer)).body.code).toBe(
        'insufficient_scope',
      )
      const listed = (await me.call('GET', '/api/v1/user/api-keys/')).body.results
      expect(listed).toMatchObject([{ id, name: 'nightly' }])
      expect(listed[0]).not.toHaveProperty('key')

      const introspect = (token: string) => robot.call('POST', '/auth/api/v1/introspect/', { token }, bearer)
      expect((await introspect(key)).body).toMatchObject({
        active: true,
        username: me.username,
        client_id: id,
      })
      expect((await introspect('nothing-of-ours')).body).toEqual({ active: false })

      const revoke = `/api/v1/user/api-keys/${id}/`
      expect((await (await someone()).call('DELETE', revoke)).body.code).toBe('not_found')
      expect((await me.call('DELETE', revoke)).status).toBe(204)
      expect((await robot.call('GET', '/api/v1/user/me/', undefined, bearer)).body.code).toBe('invalid_token')
    })

    it('let an API key see the status of two-factor authentication, and change nothing', async () => {
      const me = await someone()
      const made = await me.call('POST', '/api/v1/user/api-keys/', { name: ' audit ', scopes: ['mfa:read'] })
      expect(made.body.name).toBe('audit')
      const bearer = { authorization: `Bearer ${made.body.key}` }
      const robot = anyone()
      const status = await robot.call('GET', `${MFA}/status/`, undefined, bearer)
      expect(status.body).toMatchObject({ is_enabled: false, methods: [] })
      const security = await robot.call('GET', `${MFA}/security/`, undefined, bearer)
      expect(security.body).toMatchObject({ trusted_devices: 0 })
      for (const [method, path] of [
        ['GET', 'devices/'],
        ['POST', 'setup/email/'],
        ['POST', 'backup-codes/regenerate/'],
        ['DELETE', 'methods/totp/'],
      ] as const)
        expect((await robot.call(method, `${MFA}/${path}`, undefined, bearer)).body.code, path).toBe(
          'session_required',
        )
    })

    it('give tokens that can be checked, and renewed once', async () => {
      const { me, secret } = await guarded()
      const code = target.totp(secret)
      const { body: tokens } = await me.call('POST', `${MFA}/verify/`, { method: 'totp', code })
      const bearer = { authorization: `Bearer ${tokens.access_token}` }
      const program = anyone()
      expect((await program.call('GET', '/api/v1/user/me/', undefined, bearer)).body.username).toBe(
        me.username,
      )
      const valid = async (token: string) =>
        (await program.call('POST', '/auth/api/v1/verify-token/', { token })).body.valid
      expect(await valid(tokens.access_token)).toBe(true)
      expect(await valid(tokens.refresh_token)).toBe(false)
      expect(await valid('nothing-of-ours')).toBe(false)
      const encoded = await program.fetch('POST', '/auth/api/v1/verify-token/', {
        body: new URLSearchParams({ token: tokens.access_token }),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(await encoded.json()).toMatchObject({ valid: true })
      const { keys } = (await program.call('GET', '/auth/api/v1/.well-known/jwks.json')).body
      expect(keys.length).toBeGreaterThan(0)

      const renew = () =>
        program.call('POST', '/auth/api/v1/token/refresh/', { refresh_token: tokens.refresh_token })
      const renewed = (await renew()).body
      expect(await valid(renewed.access_token)).toBe(true)
      expect((await renew()).body.code, 'used twice').toBe('invalid_token')
      expect(await valid(renewed.access_token), 'the session has ended').toBe(false)
    })

    it('are written down, and the outbox is the admin’s', async () => {
      const me = await someone()
      await logIn({ ...me, username: me.username, password: 'wrong horse' })
      await logIn(me)
      const log = (await me.call('GET', '/api/v1/user/security-log/?page_size=2')).body
      expect(log.results.map((one: { kind: string }) => one.kind)).toEqual(['signed_in', 'sign_in_failed'])
      const rest = (await me.call('GET', `/api/v1/user/security-log/?cursor=${log.next_cursor}`)).body
      expect(rest.results.at(-1).kind).toBe('signed_up')
      expect((await me.call('GET', '/api/v1/outbox/')).body.code).toBe('forbidden')
      const { caller } = await logIn(target.admin)
      const { body } = await caller.call('GET', '/api/v1/outbox/?page_size=100')
      expect(body.results.map((one: { to: string }) => one.to)).toContain(me.email)
      const everywhere = `/api/v1/admin/sessions/?username=${me.username}`
      expect((await me.call('DELETE', everywhere)).body.code).toBe('forbidden')
      expect((await caller.call('DELETE', everywhere)).body.ended).toBeGreaterThan(0)
      expect((await me.call('GET', '/api/v1/user/me/')).body.code).toBe('unauthenticated')
    })
  })

  describe('the ways back in', () => {
    it('prove an address, and let a forgotten password be replaced', async () => {
      const me = await someone()
      const tokenOf = (link: string) => new URL(link).hash.slice('#token='.length)
      const link = await target.sentLink(me.email)
      expect(new URL(link).pathname).toBe('/verify-email')
      const verify = (token: string) => anyone().call('POST', `${AUTH}/verify-email/`, { token })
      expect((await verify(tokenOf(link))).body).toEqual({ email: me.email })
      expect((await verify(tokenOf(link))).body.code).toBe('link_expired')
      expect((await me.call('GET', '/api/v1/user/me/')).body.email_verified).toBe(true)

      const ask = (email: string) => anyone().call('POST', `${AUTH}/password-reset/`, { email })
      expect((await ask('nobody@mail.example')).status).toBe(202)
      expect((await ask(me.email)).status).toBe(202)
      const reset = await target.sentLink(me.email)
      expect(new URL(reset).pathname).toBe('/reset-password')
      const confirm = (password: string) =>
        anyone().call('POST', `${AUTH}/password-reset/confirm/`, { token: tokenOf(reset), password })
      expect((await confirm('password1')).body.code).toBe('weak_password')
      expect((await confirm('a new long horse')).status).toBe(204)
      expect((await confirm('another long horse')).body.code).toBe('link_expired')
      expect((await me.call('GET', '/api/v1/user/me/')).body.code, 'sessions end').toBe('unauthenticated')
      expect((await logIn({ ...me, password: 'a new long horse' })).body.user.username).toBe(me.username)
    })

    it('change the address when its link is opened, and not before', async () => {
      const me = await someone()
      const other = `other-${me.email}`
      expect((await me.call('POST', '/api/v1/user/email/', { email: me.email })).body.code).toBe(
        'email_taken',
      )
      await me.call('POST', '/api/v1/user/email/', { email: `no-${other}` })
      expect((await me.call('DELETE', '/api/v1/user/email/')).body.pending_email).toBeNull()
      const asked = await me.call('POST', '/api/v1/user/email/', { email: other })
      expect(asked.body).toMatchObject({ email: me.email, pending_email: other })
      await target.sentLink(other)
      expect((await me.call('POST', `${AUTH}/verify-email/send/`)).body).toEqual({ email: other })
      const token = new URL(await target.sentLink(other)).hash.slice('#token='.length)
      await anyone().call('POST', `${AUTH}/verify-email/`, { token })
      expect((await me.call('GET', '/api/v1/user/me/')).body).toMatchObject({
        email: other,
        email_verified: true,
        pending_email: null,
      })
    })

    it('know the providers, and what is linked', async () => {
      const me = await someone()
      expect((await anyone().call('GET', `${AUTH}/providers/`)).status).toBe(200)
      expect((await me.call('GET', '/api/v1/user/identities/')).body.results).toEqual([])
      const nothing = await me.call('DELETE', `/api/v1/user/identities/${crypto.randomUUID()}/`)
      expect(nothing.body.code).toBe('not_found')
      const refused = await anyone().call('POST', `${AUTH}/login/`, {
        provider: 'google',
        code: 'made-up',
        state: 'made-up',
        redirect_uri: 'https://files.example/sign-in/google',
      })
      expect(refused.body.code).toBe('provider_failed')
    })

    it('sign in, link and unlink at a provider', async () => {
      const me = await someone()
      const answerOf = async (caller: typeof me | ReturnType<typeof anyone>) => {
        const { body } = await caller.call('POST', `${AUTH}/providers/google/start/`)
        const back = new URL(await target.atProvider(body.authorization_url))
        const { code = '', state, iss } = Object.fromEntries(back.searchParams)
        expect(state).toBe(body.state)
        const { redirect_uri } = body
        return { provider: 'google', code, state, redirect_uri, ...(iss && { issuer: iss }) }
      }
      const linked = await me.call('POST', '/api/v1/user/identities/', await answerOf(me))
      expect(linked.body).toMatchObject({ provider: 'google', label: 'Google' })
      expect((await me.call('GET', '/api/v1/user/identities/')).body.results).toEqual([linked.body])
      const other = anyone()
      const entered = await other.call('POST', `${AUTH}/login/`, await answerOf(other))
      expect(entered.body.user.username).toBe(me.username)
      const unlink = `/api/v1/user/identities/${linked.body.id}/`
      expect((await me.call('DELETE', unlink)).status).toBe(204)
    })
  })

  describe('the account itself', () => {
    it('has an image', async () => {
      const me = await someone()
      const put = async (file: Blob, name: string) => {
        const form = new FormData()
        form.append('file', file, name)
        return (await me.fetch('PUT', '/api/v1/user/me/avatar/', { body: form })).json()
      }
      expect((await put(new Blob(['words']), 'words.txt')).code).toBe('unsupported_source')
      expect((await put(pixel(), 'me.png')).avatar_url).toContain('/api/v1/user/me/avatar/')
      expect((await me.fetch('GET', '/api/v1/user/me/avatar/')).status).toBe(200)
      expect((await me.call('DELETE', '/api/v1/user/me/avatar/')).status).toBe(204)
      expect((await me.call('GET', '/api/v1/user/me/avatar/')).body.code).toBe('not_found')
    })

    it('changes its password, and hands out what is known of it', async () => {
      const me = await someone()
      const change = (current_password: string, new_password: string) =>
        me.call('POST', '/api/v1/user/password/', { current_password, new_password })
      expect((await change('wrong horse', 'a new long horse')).body.code).toBe('invalid_credentials')
      expect((await change(me.password, 'password1')).body.code).toBe('weak_password')
      expect((await change(me.password, 'a new long horse')).status).toBe(204)
      expect((await me.call('GET', `${AUTH}/step-up/`)).status).toBe(204)
      expect((await me.fetch('GET', '/api/v1/user/export/')).headers.get('content-disposition')).toMatch(
        /\.zip/,
      )
    })

    it('is deleted after a while, in which it can be kept', async () => {
      const me = await someone()
      const { body } = await me.call('DELETE', '/api/v1/user/me/')
      expect(Date.parse(body.delete_after)).toBeGreaterThan(Date.now())
      expect((await me.call('GET', '/api/v1/user/me/')).body.code).toBe('unauthenticated')
      const { caller, body: back } = await logIn(me)
      expect(back.user.delete_after).toBe(body.delete_after)
      expect((await caller.call('POST', '/api/v1/user/me/keep/')).body.delete_after).toBeNull()
    })
  })
}
