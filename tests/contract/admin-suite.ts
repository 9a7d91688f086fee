import { describe, expect, it } from 'vitest'
import { type Caller, type Callers, RECORDS, type Target } from './caller.ts'

const ADMIN = '/api/v1/admin/'
const ACCOUNTS = `${ADMIN}accounts/`
const REASON = { reason: 'Reported by the bank' }

/**
 * What an operator does to accounts, conversions and files, by the server and by the mock alike.
 */
export function adminSuite({ anyone, someone }: Callers, target: Target) {
  const administrator = async () => {
    const admin = anyone()
    const { username, password } = target.admin
    await admin.call('POST', '/api/v1/user/auth/login/', { username, password })
    return admin
  }
  const logIn = ({ username, password }: { username: string; password: string }) =>
    anyone().call('POST', '/api/v1/user/auth/login/', { username, password })
  const idOf = async (caller: Caller): Promise<string> =>
    (await caller.call('GET', '/api/v1/user/me/')).body.id

  describe('an administrator', () => {
    it('finds, locks and unlocks an account, which its person is told once the password was right', async () => {
      const [me, admin] = [await someone(), await administrator()]
      const found = await admin.call('GET', `${ACCOUNTS}?query=${me.username.slice(1)}`)
      expect(found.body.results).toMatchObject([{ username: me.username, state: 'active', factors: [] }])
      const one = `${ACCOUNTS}${found.body.results[0].account_id}/`
      expect((await admin.call('GET', one)).body).toMatchObject({
        email: me.email,
        sessions: 1,
        businesses: [],
      })

      expect((await me.call('POST', `${one}lock/`, REASON)).body.code).toBe('forbidden')
      const locked = await admin.call('POST', `${one}lock/`, REASON)
      expect(locked.body).toMatchObject({ state: 'locked', lock_reason: REASON.reason, sessions: 0 })
      expect((await admin.call('POST', `${one}lock/`, REASON)).body.code).toBe('account_state')
      expect((await me.call('GET', '/api/v1/user/me/')).body.code).toBe('unauthenticated')
      expect((await logIn({ ...me, password: 'another horse' })).body.code).toBe('invalid_credentials')
      expect((await logIn(me)).body.code).toBe('account_locked')
      expect((await admin.call('GET', `${ACCOUNTS}?state=locked&query=${me.username}`)).body.count).toBe(1)

      expect((await admin.call('POST', `${one}unlock/`, REASON)).body.state).toBe('active')
      expect((await logIn(me)).status).toBe(200)
    })

    it('does nothing of this to their own account', async () => {
      const admin = await administrator()
      const one = `${ACCOUNTS}${await idOf(admin)}/`
      for (const [act, body] of [
        ['lock', REASON],
        ['unlock', REASON],
        ['reset-second-factor', { checked: 'Called back at the number on file' }],
      ] as const)
        expect((await admin.call('POST', `${one}${act}/`, body)).body.code, act).toBe('own_account')
    })

    it('resets a second factor and sends a password link', async () => {
      const [me, admin] = [await someone(), await administrator()]
      const MFA = '/auth/api/v1/social/mfa/'
      const { secret } = (await me.call('POST', `${MFA}setup/totp/`)).body
      await me.call('POST', `${MFA}setup/totp/confirm/`, { code: target.totp(secret) })
      expect((await logIn(me)).body.mfa_required).toBe(true)
      const one = `${ACCOUNTS}${await idOf(me)}/`
      const reset = `${one}reset-second-factor/`
      expect((await admin.call('POST', reset, { checked: 'yes' })).body.code).toBe('invalid_request')
      const checked = { checked: 'Called back at the number on file' }
      expect((await admin.call('POST', reset, checked)).body).toMatchObject({ factors: [], sessions: 0 })
      expect((await admin.call('POST', reset, checked)).body.code).toBe('account_state')
      expect((await logIn(me)).body.user.username).toBe(me.username)
      await target.sentLink(me.email)
      expect((await admin.call('POST', `${one}password-link/`)).status).toBe(200)
      expect(await target.sentLink(me.email)).toContain('/reset-password#token=')
    })

    it('cancels a conversion, whose owner reads the reason', async () => {
      const [me, admin] = [await someone(), await administrator()]
      const long = Array.from({ length: 20_000 }, (_, i) => `## Part ${i}\n\nWords and words.`).join('\n\n')
      const sent = await me.send('/api/v1/pdf_handler/convert/', ['slow.md', long], { target_format: 'pdf' })
      const { id } = sent.body
      const pending = (await admin.call('GET', `${ADMIN}conversions/?page_size=100`)).body.results
      expect(pending.map((one: { conversion_id: string }) => one.conversion_id)).toContain(id)
      const wanted = async (query: string) =>
        (await admin.call('GET', `${ADMIN}conversions/?conversion_id=${query}`)).body
      expect(await wanted(id)).toMatchObject({ count: 1, results: [{ conversion_id: id }] })
      expect((await wanted(crypto.randomUUID())).results).toEqual([])
      const cancel = `${ADMIN}conversions/${id}/cancel/`
      expect((await admin.call('POST', cancel, { reason: 'Blocks the queue' })).status).toBe(204)
      const { error, credits_charged } = (await me.call('GET', `/api/v1/conversion/${id}/`)).body
      expect(error).toMatchObject({ code: 'cancelled', message: expect.stringContaining('Blocks the queue') })
      expect(credits_charged).toBe(0)
      expect((await admin.call('POST', cancel, REASON)).body.code).toBe('already_finished')
    })

    it('puts a file in quarantine and releases it', async () => {
      const [me, admin] = [await someone(), await administrator()]
      const file = (await me.send('/api/v1/user/storage/files/upload/', RECORDS, {})).body
      const content = `/api/v1/user/storage/files/${file.id}/content/`
      const files = `${ACCOUNTS}${await idOf(me)}/files/`
      expect((await admin.call('GET', files)).body.results).toMatchObject([
        { file_id: file.id, file_name: 'note.json', quarantine_id: null },
      ])
      const { link_id } = (await me.call('POST', '/api/v1/user/shares/', { file_id: file.id })).body
      const facts = async () => ({
        file: (await me.call('GET', '/api/v1/user/storage/files/')).body.results[0],
        link: (await me.call('GET', `/api/v1/user/shares/${link_id}/`)).body,
      })
      const open = {
        file: { share_count: 1, quarantined_at: null },
        link: { state: 'active', quarantined_at: null },
      }
      expect(await facts()).toMatchObject(open)
      const put = await admin.call('POST', `${ADMIN}quarantine/`, { file_id: file.id, ...REASON })
      expect(put.body).toMatchObject({ file_name: 'note.json', owner: { name: me.username }, ...REASON })
      const { quarantine_id: id } = put.body
      expect((await me.call('GET', content)).body.code).toBe('file_quarantined')
      const { created_at: quarantined_at } = put.body
      expect(await facts()).toMatchObject({
        file: { id: file.id, quarantined_at, share_count: 0, thumbnail_url: null },
        link: { state: 'unavailable', quarantined_at },
      })
      const listed = (await admin.call('GET', `${ADMIN}quarantine/`)).body.results
      expect(listed[0]).toMatchObject({ quarantine_id: id, sha256: put.body.sha256 })
      expect((await admin.call('GET', files)).body.results).toMatchObject([{ quarantine_id: id }])
      expect((await admin.call('POST', `${ADMIN}quarantine/${id}/release/`, REASON)).status).toBe(204)
      expect((await me.fetch('GET', content)).status).toBe(200)
      expect(await facts()).toMatchObject(open)
    })

    it('reads all of it in the audit log, and takes it along as CSV', async () => {
      const [me, admin] = [await someone(), await administrator()]
      const [account, self] = [await idOf(me), await idOf(admin)]
      const formula = { reason: '=HYPERLINK("https://bad.example")' }
      await admin.call('POST', `${ACCOUNTS}${account}/lock/`, formula)
      await admin.call('POST', `${ACCOUNTS}${account}/unlock/`, REASON)
      const log = (await admin.call('GET', `${ADMIN}audit/?account_id=${account}`)).body.results
      expect(log).toMatchObject([
        { act: 'account.unlocked', account: { name: me.username }, administrator: { user_id: self } },
        { act: 'account.locked', reason: formula.reason },
      ])
      const narrowed = `account_id=${account}&act=account.locked&administrator_id=${self}`
      expect((await admin.call('GET', `${ADMIN}audit/?${narrowed}`)).body.count).toBe(1)
      const nobody = `account_id=${account}&administrator_id=${account}`
      expect((await admin.call('GET', `${ADMIN}audit/?${nobody}`)).body.count).toBe(0)
      const csv = await (await admin.fetch('GET', `${ADMIN}audit/export/?${narrowed}`)).text()
      expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
      expect(csv, 'a spreadsheet takes it for text').toContain(`"'=HYPERLINK(""https://bad.example"")"`)
    })
  })
}
