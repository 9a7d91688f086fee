import { describe, expect, it } from 'vitest'
import type { ScanPage, ScanSession } from '../../contract/scan.ts'
import { type Caller, type Callers, pixel } from './caller.ts'

const SESSIONS = '/api/v1/pdf_handler/scan/sessions/'
const PAIR = '/api/v1/pdf_handler/scan/pair/'
const NOBODYS = '00000000-0000-4000-8000-000000000000'
const QUAD = [
  [0.1, 0.08],
  [0.9, 0.1],
  [0.92, 0.93],
  [0.07, 0.9],
]
const SETTINGS = { quad: QUAD, rotation: 90, filter: 'bw', layout: 'page' }

/** Scan sessions and their phones, by the server and by the mock alike. */
export function scanSuite({ anyone, someone }: Callers) {
  const open = async (me: Caller, title = 'Delivery notes') => {
    const made = await me.call('POST', SESSIONS, { title })
    expect(made.status).toBe(201)
    const { session_id, pairing_token, code } = made.body
    return {
      at: `${SESSIONS}${session_id}/`,
      session_id,
      token: pairing_token as string,
      code,
      made: made.body,
    }
  }
  const asPhone = (token: string) => ({ authorization: `Bearer ${token}` })
  const formOf = (fields: Record<string, string>, file: Blob | null = pixel(), name = 'page.png') => {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    if (file) form.append('file', file, name)
    return form
  }
  const send = async (who: Caller, at: string, body: FormData, headers: Record<string, string> = {}) => {
    const answer = await who.fetch('POST', at, { body, headers })
    return { status: answer.status, body: await answer.json() }
  }
  /** Another image: bytes behind the end of a PNG are no part of it. */
  const other = () => new Blob([pixel(), new Uint8Array([1])])

  describe('scan sessions', () => {
    it('are opened, listed, renamed and ended', async () => {
      const me = await someone()
      const { at, session_id, made } = await open(me)
      expect(made).toMatchObject({ status: 'waiting', title: 'Delivery notes', pages: [], phones: [] })
      expect(made.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
      expect(made.pairing_url.endsWith(`#${made.pairing_token}`)).toBe(true)
      expect(made.pairing_urls[0]).toBe(made.pairing_url)
      const { body: list } = await me.call('GET', `${SESSIONS}?open=true`)
      expect(list.results).toEqual([expect.objectContaining({ session_id, page_count: 0, phone_count: 0 })])
      const renamed = await me.call('PATCH', at, { title: 'Notes' })
      expect(renamed.body).toMatchObject({ title: 'Notes' })
      expect(renamed.body.revision).toBeGreaterThan(made.revision)
      expect((await (await someone()).call('GET', at)).status).toBe(404)
      expect((await me.call('DELETE', at)).status).toBe(204)
      expect((await me.call('GET', at)).body).toMatchObject({ status: 'ended', pages: [] })
      expect((await me.call('PATCH', at, { title: 'Late' })).body.code).toBe('scan_closed')
      expect((await me.call('GET', `${SESSIONS}?open=true`)).body.count).toBe(0)
      expect((await me.call('GET', `${SESSIONS}?open=false`)).body.count).toBe(1)
      expect((await anyone().call('GET', SESSIONS)).status).toBe(401)
    })

    it('are joined by link or by code, once, and by nothing else', async () => {
      const me = await someone()
      const { at, token, code } = await open(me)
      const phone = anyone()
      const phone_id = crypto.randomUUID()
      const joined = await phone.call('GET', `${PAIR}?phone_id=${phone_id}`, undefined, asPhone(token))
      expect(joined.body).toMatchObject({ status: 'paired', phones: [{ phone_id, name: null }] })
      const named = await phone.call('PATCH', PAIR, { phone_id, name: 'Ines' }, asPhone(token))
      expect(named.body.phones).toMatchObject([{ name: 'Ines', is_connected: true }])
      expect((await me.call('GET', at)).body.phones).toMatchObject([{ phone_id, name: 'Ines' }])

      const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`
      const paired = await phone.call('POST', PAIR, { code: typed })
      expect(paired.status).toBe(200)
      expect((await phone.call('GET', PAIR, undefined, asPhone(paired.body.pairing_token))).status).toBe(200)
      expect((await phone.call('POST', PAIR, { code })).status).toBe(404)
      const further = await me.call('POST', `${at}pairing/`)
      expect(further.status).toBe(201)
      expect(further.body.code).not.toBe(code)
      expect((await phone.call('GET', PAIR)).status).toBe(401)
      expect((await phone.call('GET', PAIR, undefined, asPhone('fw_key'))).body.code).toBe('pairing_required')
      expect((await phone.call('GET', PAIR, undefined, asPhone('x'.repeat(43)))).status).toBe(404)
      expect((await phone.call('GET', SESSIONS, undefined, asPhone(token))).status).toBe(401)
      await me.call('DELETE', at)
      expect((await phone.call('GET', PAIR, undefined, asPhone(token))).status).toBe(404)
    })

    it('wait for the next change', async () => {
      const me = await someone()
      const { at, made } = await open(me)
      const since = made.revision
      const held = me.call('GET', `${at}?since=${since}&wait=25`)
      await me.call('PATCH', at, { title: 'Changed' })
      const { body } = await held
      expect(body).toMatchObject({ title: 'Changed' })
      expect(body.revision).toBeGreaterThan(since)
      expect((await me.call('GET', `${at}?since=${body.revision}&wait=0`)).body.revision).toBe(body.revision)
    })
  })

  describe('scan pages', () => {
    it('arrive from a phone: preview, photo, and the same once more', async () => {
      const me = await someone()
      const { at, token } = await open(me)
      const phone = anyone()
      const page_id = crypto.randomUUID()
      const fields = { page_id, phone_id: crypto.randomUUID(), settings: JSON.stringify(SETTINGS) }
      const pages = `${PAIR}pages/`
      await phone.call('GET', `${PAIR}?phone_id=${fields.phone_id}`, undefined, asPhone(token))
      const preview = await send(phone, pages, formOf({ ...fields, kind: 'preview' }), asPhone(token))
      expect(preview.status).toBe(201)
      expect(preview.body).toMatchObject({ page_id, position: 1, state: 'receiving', width: null })
      // The specification names no authentication here: the token may be a field.
      const photo = await send(phone, pages, formOf({ ...fields, pairing_token: token }))
      expect(photo.body).toMatchObject({ state: 'ready', width: 1, height: 1, settings: SETTINGS })
      const again = await send(phone, pages, formOf(fields), asPhone(token))
      expect(again).toMatchObject({ status: 200, body: { photo_version: photo.body.photo_version } })
      const conflict = await send(phone, pages, formOf(fields, other()), asPhone(token))
      expect(conflict.body.code).toBe('scan_page_conflict')
      const retaken = await send(
        phone,
        pages,
        formOf({ ...fields, replace: 'true' }, other()),
        asPhone(token),
      )
      expect(retaken.body.photo_version).toBeGreaterThan(photo.body.photo_version)
      const { body: session }: { body: ScanSession } = await me.call('GET', at)
      expect(session.pages).toHaveLength(1)
      expect(session.phones).toMatchObject([{ pages: 1 }])
      expect((await send(anyone(), pages, formOf(fields))).status).toBe(400)
    })

    it('come from files of the desk and from its storage', async () => {
      const me = await someone()
      const { at } = await open(me)
      const page_id = crypto.randomUUID()
      const added = await send(me, `${at}pages/`, formOf({ page_id }))
      expect(added).toMatchObject({ status: 201, body: { state: 'ready', phone_id: null } })
      expect((await send(me, `${at}pages/`, formOf({ page_id }))).status).toBe(200)
      const file = (await me.send('/api/v1/user/storage/files/upload/', ['page.png', pixel()], {})).body
      const stored = { page_id: crypto.randomUUID(), file_id: file.id }
      expect((await me.call('POST', `${at}pages/`, stored)).body).toMatchObject({
        position: 2,
        state: 'ready',
      })
      const note = formOf({ page_id: crypto.randomUUID() }, new Blob(['# Note']), 'note.md')
      expect((await send(me, `${at}pages/`, note)).body.code).toBe('unsupported_source')
      expect((await send(me, `${at}pages/`, formOf({ page_id: NOBODYS }, null))).body.code).toBe(
        'file_missing',
      )
    })

    it('are changed, by one side at a time', async () => {
      const me = await someone()
      const { at, token } = await open(me)
      const page_id = crypto.randomUUID()
      const { body: page }: { body: ScanPage } = await send(me, `${at}pages/`, formOf({ page_id }))
      const change = { settings: SETTINGS, version: page.version }
      const changed = await me.call('PATCH', `${at}pages/${page_id}/`, change)
      expect(changed.body).toMatchObject({ settings: SETTINGS, changed_by: null })
      // The same again is no change; another one from the version before is refused.
      expect((await me.call('PATCH', `${at}pages/${page_id}/`, change)).body.version).toBe(
        changed.body.version,
      )
      const late = { ...change, settings: { ...SETTINGS, filter: 'grey' } }
      const stale = await me.call('PATCH', `${at}pages/${page_id}/`, late)
      expect(stale).toMatchObject({ status: 412, body: { code: 'scan_page_changed' } })
      const phone_id = crypto.randomUUID()
      const phone = anyone()
      await phone.call('GET', `${PAIR}?phone_id=${phone_id}`, undefined, asPhone(token))
      const settings = { ...SETTINGS, quad: null }
      const theirs = await phone.call(
        'PATCH',
        `${PAIR}pages/${page_id}/`,
        { settings, version: changed.body.version, phone_id },
        asPhone(token),
      )
      expect(theirs.body).toMatchObject({ settings, changed_by: phone_id })
    })

    it('are asked for anew by the desk, until a new photo comes or the phone declines', async () => {
      const me = await someone()
      const { at, token } = await open(me)
      const phone = anyone()
      const page_id = crypto.randomUUID()
      const phone_id = crypto.randomUUID()
      const fields = { page_id, phone_id }
      const { body: page } = await send(phone, `${PAIR}pages/`, formOf(fields), asPhone(token))
      expect(page.is_retake_requested).toBe(false)
      const path = `${at}pages/${page_id}/`
      const ask = { settings: page.settings, version: page.version, is_retake_requested: true }
      const requested = await me.call('PATCH', path, ask)
      expect(requested.body).toMatchObject({ is_retake_requested: true, version: page.version })
      // New settings leave it as it is.
      const settings = { ...page.settings, filter: 'grey' }
      const grey = await me.call('PATCH', path, { settings, version: page.version })
      expect(grey.body).toMatchObject({ is_retake_requested: true, settings })
      const decline = { settings, version: grey.body.version, is_retake_requested: false, phone_id }
      const declined = await phone.call('PATCH', `${PAIR}pages/${page_id}/`, decline, asPhone(token))
      expect(declined.body).toMatchObject({ is_retake_requested: false, version: grey.body.version })
      await me.call('PATCH', path, { ...ask, settings, version: declined.body.version })
      const photo = formOf({ ...fields, replace: 'true' }, other())
      expect((await send(phone, `${PAIR}pages/`, photo, asPhone(token))).body.is_retake_requested).toBe(false)
    })

    it('are ordered, deleted and restored', async () => {
      const me = await someone()
      const { at, token } = await open(me)
      const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
      for (const page_id of ids) await send(me, `${at}pages/`, formOf({ page_id }))
      const [a, b, c] = ids
      const orderOf = ({ body }: { body: ScanSession }) => body.pages.map(({ page_id }) => page_id)
      // What is not named follows in the order in which it came.
      expect(orderOf(await me.call('PATCH', at, { page_order: [c] }))).toEqual([c, a, b])
      expect((await me.call('DELETE', `${at}pages/${a}/`)).status).toBe(204)
      expect(orderOf(await me.call('GET', at))).toEqual([c, b])
      expect((await me.call('POST', `${at}pages/${a}/restore/`)).status).toBe(200)
      expect(orderOf(await me.call('GET', at))).toEqual([c, a, b])
      const phone = anyone()
      const on = `${PAIR}pages/${b}/`
      expect((await phone.call('DELETE', on, undefined, asPhone(token))).status).toBe(204)
      const restored = await phone.call('POST', `${on}restore/`, undefined, asPhone(token))
      expect(restored).toMatchObject({ status: 200, body: { position: 3 } })
      expect((await me.call('DELETE', `${at}pages/${NOBODYS}/`)).status).toBe(404)
    })

    it('have images for both sides', async () => {
      const me = await someone()
      const { at, token } = await open(me)
      const { body: page } = await send(me, `${at}pages/`, formOf({ page_id: crypto.randomUUID() }))
      for (const variant of ['thumb', 'page', 'original']) {
        const image = await me.fetch('GET', `${page.image_url}?variant=${variant}&v=1`)
        expect(image.headers.get('content-type')).toMatch(/^image\//)
      }
      const phone = anyone()
      const { body } = await phone.call('GET', PAIR, undefined, asPhone(token))
      const image = await phone.fetch('GET', body.pages[0].image_url, { headers: asPhone(token) })
      expect(image.headers.get('content-type')).toMatch(/^image\//)
      expect((await anyone().fetch('GET', body.pages[0].image_url)).status).toBe(401)
    })
  })

  describe('the PDF of a scan', () => {
    it('has a price, and is made of the pages as they are', async () => {
      const me = await someone()
      const { at } = await open(me)
      for (let page = 0; page < 2; page++)
        await send(me, `${at}pages/`, formOf({ page_id: crypto.randomUUID() }))
      const plain = (await me.call('POST', `${at}quote/`, {})).body
      expect(plain).toMatchObject({ pages: 2, waiting: 0, ocr_credits: 0 })
      expect(plain.credits).toBe(plain.page_credits)
      expect(plain.credits).toBeGreaterThan(0)
      const begun = await me.call('POST', `${at}finalize/`, { filename: 'Notes.pdf' })
      expect(begun.status).toBe(202)
      const done = await me.settled('docs_core', begun.body.id)
      expect(done).toMatchObject({
        ...{ status: 'completed', operation: 'scan', credits_charged: plain.credits },
        output: { filename: 'Notes.pdf', format: 'pdf' },
      })
      expect((await me.call('GET', at)).body).toMatchObject({
        status: 'completed',
        conversion_id: begun.body.id,
      })
    })

    it('waits for photos that are on their way, or goes without them', async () => {
      const me = await someone()
      const { at, token } = await open(me)
      await send(me, `${at}pages/`, formOf({ page_id: crypto.randomUUID() }))
      const fields = { page_id: crypto.randomUUID(), kind: 'preview' }
      await send(anyone(), `${PAIR}pages/`, formOf(fields), asPhone(token))
      expect((await me.call('POST', `${at}quote/`, {})).body).toMatchObject({ pages: 2, waiting: 1 })
      expect((await me.call('POST', `${at}finalize/`, {})).body.code).toBe('scan_incomplete')
      expect((await me.call('POST', `${at}finalize/`, { skip_missing: true })).status).toBe(202)
    })

    it('is refused without pages, and in a language that is not there', async () => {
      const me = await someone()
      const { at } = await open(me)
      expect((await me.call('POST', `${at}finalize/`, {})).body.code).toBe('scan_incomplete')
      await send(me, `${at}pages/`, formOf({ page_id: crypto.randomUUID() }))
      const ocr = { languages: ['xxx'] }
      expect((await me.call('POST', `${at}finalize/`, { ocr })).body.code).toBe('invalid_options')
      expect((await me.call('POST', `${at}finalize/`, { ocr: { languages: [] } })).body.code).toBe(
        'invalid_request',
      )
    })
  })
}
