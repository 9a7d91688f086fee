import { describe, expect, it } from 'vitest'
import type { Share } from '../../contract/shares.ts'
import { aPdf } from './a-pdf.ts'
import { type Caller, type Callers, pixel, RECORDS, type Target } from './caller.ts'

const SHARES = '/api/v1/user/shares/'
const UPLOAD = '/api/v1/user/storage/files/upload/'
const NOBODYS = '00000000-0000-4000-8000-000000000000'

const pathOf = (address: string | null) => new URL(address ?? 'no://address').pathname
/** Where the public speaks of a link. */
const publicOf = ({ token }: Share) => `${SHARES}public/${token}/`

/** Links to files, by the server and by the mock alike. */
export function sharesSuite({ anyone, someone }: Callers, { sentCode }: Target) {
  const share = async (
    me: Caller,
    settings: object = {},
    [name, content]: [string, string | Blob] = RECORDS,
  ) => {
    const file = (await me.send(UPLOAD, [name, content], {})).body
    const made = await me.call('POST', SHARES, { file_id: file.id, ...settings })
    expect(made.status).toBe(201)
    const link: Share = made.body
    return { file, link, at: publicOf(link), own: `${SHARES}${link.link_id}/` }
  }

  describe('shares', () => {
    it('makes a link, lists it, and finds it', async () => {
      const me = await someone()
      const { file, link, own } = await share(me, { name: 'To read', message: 'Tonight', max_downloads: 3 })
      expect(link).toMatchObject({
        name: 'To read',
        message: 'Tonight',
        file_id: file.id,
        conversion_id: null,
        state: 'active',
        has_password: false,
        email_gate: 'none',
        allow_preview: true,
        notify: false,
        max_downloads: 3,
        downloads: 0,
        views: 0,
        file: { file_name: 'note.json', file_size_bytes: 7, format: 'json', family: 'document' },
      })
      expect(pathOf(link.url)).toBe(`/s/${link.token}`)
      expect((await me.call('GET', own)).body).toEqual(link)
      const second = (await share(me, {}, ['other.json', '[7]'])).link
      const ids = async (query: string) =>
        (await me.call('GET', `${SHARES}${query}`)).body.results.map((one: Share) => one.link_id)
      expect(await ids('')).toEqual([second.link_id, link.link_id])
      expect(await ids('?sort_dir=asc')).toEqual([link.link_id, second.link_id])
      expect(await ids('?q=READ')).toEqual([link.link_id])
      expect(await ids('?q=other')).toEqual([second.link_id])
      expect(await ids(`?file_id=${file.id}`)).toEqual([link.link_id])
      expect(await ids('?state=revoked')).toEqual([])
      const first = (await me.call('GET', `${SHARES}?page_size=1`)).body
      expect(first).toMatchObject({ count: 2, count_exact: true, total_pages: 2 })
      expect(await ids(`?page_size=1&cursor=${first.next_cursor}`)).toEqual([link.link_id])
      expect((await me.call('GET', `/api/v1/user/storage/files/${file.id}/`)).body.share_count).toBe(1)
    })

    it('shares a conversion’s result, by its id and by its key', async () => {
      const me = await someone()
      const done = await me.document()
      const made = await me.call('POST', SHARES, { conversion_id: done.id })
      expect(made.body).toMatchObject({
        conversion_id: done.id,
        file_id: null,
        name: 'note.html',
        file: { file_name: 'note.html' },
      })
      const { body } = await anyone().call('GET', publicOf(made.body))
      expect(body).toMatchObject({ title: 'note.html', expires_at: done.expires_at })
      const same = await me.call('POST', SHARES, { s3_key: done.output?.s3_key })
      expect(same.body.conversion_id).toBe(done.id)
    })

    it('makes one link for one idempotency key', async () => {
      const me = await someone()
      const { file } = await share(me)
      const key = { 'idempotency-key': crypto.randomUUID() }
      const [first, again] = [
        await me.call('POST', SHARES, { file_id: file.id }, key),
        await me.call('POST', SHARES, { file_id: file.id }, key),
      ]
      expect(again.body.link_id).toBe(first.body.link_id)
    })

    it.each([
      ['not_found', { file_id: NOBODYS }],
      ['not_found', { conversion_id: NOBODYS }],
      ['invalid_request', {}],
      ['invalid_request', { file_id: NOBODYS, conversion_id: NOBODYS }],
      ['invalid_request', { file_id: NOBODYS, max_downloads: 0 }],
      ['invalid_request', { file_id: NOBODYS, password: 'abc' }],
      ['invalid_request', { file_id: NOBODYS, expires_at: '2020-01-01T00:00:00Z' }],
    ])('refuses with %s what cannot be shared: %j', async (code, json) => {
      expect((await (await someone()).call('POST', SHARES, json)).body.code).toBe(code)
    })

    it('hands a file to whoever has the link, and writes down who', async () => {
      const me = await someone()
      const { at, own } = await share(me, { max_downloads: 1 })
      const stranger = anyone()
      const { body } = await stranger.call('GET', at)
      expect(body).toMatchObject({
        locked: false,
        requires_password: false,
        title: 'note.json',
        downloads_left: 1,
        file: { file_name: 'note.json', file_size_bytes: 7 },
      })
      const redeemed = (await stranger.call('POST', `${at}download/`, {})).body
      expect(redeemed).toMatchObject({ file_name: 'note.json', file_size_bytes: 7, downloads_left: 0 })
      const file = await anyone().fetch('GET', pathOf(redeemed.download_url))
      expect(await file.text()).toBe('{"a":1}')
      expect((await anyone().call('POST', `${at}download/`, {})).body.code).toBe('share_used_up')
      expect((await anyone().call('GET', at)).body.code).toBe('share_used_up')
      expect((await me.call('GET', own)).body).toMatchObject({ state: 'used_up', downloads: 1, views: 1 })
      const events = (await me.call('GET', `${own}events/`)).body
      expect(events.results.map(({ kind }: { kind: string }) => kind)).toEqual(['downloaded', 'viewed'])
      expect((await me.call('GET', `${own}events/?page_size=1`)).body).toMatchObject({
        count: 2,
        total_pages: 2,
      })
      // More of them, and it opens again.
      expect((await me.call('PATCH', own, { max_downloads: 2 })).body.state).toBe('active')
      expect((await me.call('PATCH', own, { max_downloads: null })).body.max_downloads).toBeNull()
    })

    it('says nothing of the file before the password, and lets a browser that gave it look', async () => {
      const me = await someone()
      const { at, own } = await share(me, { password: 'open sesame' })
      const stranger = anyone()
      expect((await stranger.call('GET', at)).body).toMatchObject({
        locked: true,
        requires_password: true,
        title: null,
        file: null,
        preview: null,
      })
      expect((await stranger.call('POST', `${at}download/`, {})).body.code).toBe('share_locked')
      const wrong = await stranger.call('POST', `${at}open/`, { password: 'sesame' })
      expect(wrong.body.code).toBe('share_password_wrong')
      const opened = await stranger.call('POST', `${at}open/`, { password: 'open sesame' })
      expect(opened.body).toMatchObject({ locked: false, title: 'note.json' })
      expect((await stranger.call('GET', at)).body.locked).toBe(false)
      expect((await anyone().call('GET', at)).body.locked).toBe(true)
      expect((await stranger.call('POST', `${at}download/`, {})).status).toBe(200)
      const kinds = (await me.call('GET', `${own}events/`)).body.results.map(
        ({ kind }: { kind: string }) => kind,
      )
      expect(kinds).toEqual(['downloaded', 'viewed', 'password_wrong'])
      await me.call('PATCH', own, { password: 'another one' })
      expect((await stranger.call('GET', at)).body.locked, 'the lock is another one').toBe(true)
      expect((await me.call('PATCH', own, { password: null })).body.has_password).toBe(false)
      expect((await anyone().call('GET', at)).body.locked).toBe(false)
    })

    it('asks for an e-mail address, and for a code that shows that it is theirs', async () => {
      const me = await someone()
      const asked = await share(me, { email_gate: 'ask' })
      expect((await anyone().call('POST', `${asked.at}download/`, {})).body.code).toBe('share_locked')
      const email = `guest${Date.now()}@mail.example`
      expect((await anyone().call('POST', `${asked.at}download/`, { email })).status).toBe(200)
      expect((await anyone().call('POST', `${asked.at}email-code/`, { email })).body.code).toBe(
        'share_locked',
      )

      const { at, own } = await share(me, { email_gate: 'confirm' })
      const stranger = anyone()
      expect((await stranger.call('POST', `${at}open/`, { email })).body.code).toBe('share_locked')
      expect((await stranger.call('POST', `${at}email-code/`, { email })).status).toBe(204)
      const bad = await stranger.call('POST', `${at}open/`, { email, code: '000000' })
      expect(bad.body.code).toBe('invalid_code')
      const code = await sentCode(email)
      expect((await stranger.call('POST', `${at}open/`, { email, code })).body.locked).toBe(false)
      expect((await anyone().call('POST', `${at}open/`, { email, code })).body.code).toBe('invalid_code')
      const [event] = (await me.call('GET', `${own}events/`)).body.results
      expect(event).toMatchObject({ kind: 'viewed', email, email_confirmed: true })
    })

    it('shows an image that is not the file, where its owner lets it', async () => {
      const me = await someone()
      const { at, own } = await share(me, {}, ['dot.png', pixel()])
      const { preview } = (await anyone().call('GET', at)).body
      expect(preview).toMatchObject({ kind: 'picture', sample_url: null })
      expect((await anyone().fetch('GET', pathOf(preview.picture_url))).status).toBe(200)
      expect((await anyone().call('GET', `${at}preview/sample/`)).body.code).toBe('not_found')
      await me.call('PATCH', own, { allow_preview: false })
      expect((await anyone().call('GET', at)).body.preview).toBeNull()
      expect((await anyone().call('GET', `${at}preview/picture/`)).body.code).toBe('not_found')
    })

    it('lets a PDF be read in the page: counted once, gone on with, taken along, and by no other browser', async () => {
      const me = await someone()
      const { at, own } = await share(me, { max_downloads: 1 }, ['lease.pdf', aPdf(2)])
      const stranger = anyone()
      expect((await stranger.call('GET', at)).body).toMatchObject({ readable: true, reading_until: null })
      const begun = (await stranger.call('POST', `${at}download/`, { to: 'read' })).body
      expect(begun).toMatchObject({ file_name: 'lease.pdf', downloads_left: 0 })
      for (let times = 0; times < 3; times++)
        expect((await stranger.fetch('GET', pathOf(begun.download_url))).status).toBe(200)
      expect((await anyone().call('GET', pathOf(begun.download_url))).body.code).toBe('link_expired')
      expect((await anyone().call('GET', at)).body.code).toBe('share_used_up')
      expect((await stranger.call('GET', at)).body.reading_until).toBe(begun.expires_at)
      expect((await stranger.call('POST', `${at}download/`, { to: 'read' })).status).toBe(200)
      const taken = (await stranger.call('POST', `${at}download/`, {})).body
      expect((await stranger.fetch('GET', pathOf(taken.download_url))).status).toBe(200)
      expect((await me.call('GET', own)).body).toMatchObject({ downloads: 1, state: 'used_up' })
      const { results } = (await me.call('GET', `${own}events/`)).body
      expect(results.map(({ kind }: { kind: string }) => kind)).toEqual(['downloaded', 'read', 'viewed'])
      await me.call('DELETE', own)
      expect((await stranger.call('GET', pathOf(begun.download_url))).body.code).toBe('share_revoked')
    })

    it('lets nothing be read that is no PDF, or that its owner lets nobody preview', async () => {
      const me = await someone()
      const note = await share(me)
      const hidden = await share(me, { allow_preview: false }, ['lease.pdf', aPdf()])
      for (const { at } of [note, hidden]) {
        expect((await anyone().call('GET', at)).body.readable).toBe(false)
        expect((await anyone().call('POST', `${at}download/`, { to: 'read' })).body.code).toBe(
          'invalid_request',
        )
      }
      expect((await anyone().call('POST', `${note.at}download/`, { to: 'look' })).body.code).toBe(
        'invalid_request',
      )
    })

    it('opens nothing by an old address, and nothing at all once it is taken back', async () => {
      const me = await someone()
      const { at, own, link } = await share(me)
      const { download_url } = (await anyone().call('POST', `${at}download/`, {})).body
      const renewed: Share = (await me.call('POST', `${own}renew/`)).body
      expect(renewed.url).not.toBe(link.url)
      expect((await anyone().call('GET', at)).body.code).toBe('not_found')
      const next = publicOf(renewed)
      expect((await anyone().call('GET', next)).status).toBe(200)
      expect((await anyone().call('GET', pathOf(download_url))).body.code).toBe('not_found')
      expect((await me.call('DELETE', own)).status).toBe(204)
      expect((await me.call('DELETE', own)).status).toBe(204)
      for (const [method, path] of [
        ['GET', next],
        ['POST', `${next}download/`],
      ] as const)
        expect((await anyone().call(method, path, method === 'POST' ? {} : undefined)).body.code).toBe(
          'share_revoked',
        )
      expect((await me.call('GET', own)).body.state).toBe('revoked')
      expect((await me.call('GET', `${SHARES}?state=revoked`)).body.count).toBe(1)
    })

    it('is gone while its file is deleted, and there again with it', async () => {
      const me = await someone()
      const { file, at, own } = await share(me)
      await me.call('POST', '/api/v1/user/storage/files/delete/', { file_ids: [file.id] })
      expect((await anyone().call('GET', at)).body.code).toBe('share_unavailable')
      expect((await me.call('GET', own)).body.state).toBe('unavailable')
      await me.call('POST', '/api/v1/user/storage/files/restore/', { file_ids: [file.id] })
      expect((await anyone().call('GET', at)).status).toBe(200)
    })

    it('can be reported', async () => {
      const { at } = await share(await someone())
      expect((await anyone().call('POST', `${at}report/`, { reason: 'It is not theirs.' })).status).toBe(204)
      expect((await anyone().call('POST', `${at}report/`, { reason: ' ' })).body.code).toBe('invalid_request')
    })

    it('is nobody else’s to change', async () => {
      const { own } = await share(await someone())
      const other = await someone()
      for (const [method, path, body] of [
        ['GET', own],
        ['PATCH', own, {}],
        ['DELETE', own],
        ['POST', `${own}renew/`],
        ['GET', `${own}events/`],
      ] as const)
        expect((await other.call(method, path, body)).body.code, `${method} ${path}`).toBe('not_found')
      expect((await anyone().call('GET', SHARES)).body.code).toBe('unauthenticated')
    })
  })
}
