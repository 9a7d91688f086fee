import { describe, expect, it } from 'vitest'
import { aPdf } from './a-pdf.ts'
import type { Caller, Callers } from './caller.ts'

const SAVE = '/api/v1/pdf_handler/save/'
const FIELDS = '/api/v1/pdf_handler/form-fields/'
const FILES = '/api/v1/user/storage/files/'

/** Form fields and saving, by the server and by the mock alike. */
export function pdfSuite({ anyone, someone }: Callers) {
  const store = async (me: Caller) => (await me.send(`${FILES}upload/`, ['lease.pdf', aPdf(2)], {})).body
  const saved = async (me: Caller, s3_key: string, more: object = {}) => {
    const begun = await me.call('POST', SAVE, { s3_key, edits: {}, ...more })
    expect(begun.status).toBe(202)
    return me.settled('docs_core', begun.body.id)
  }

  describe('PDFs', () => {
    it('lists form fields of a file that is sent or stored', async () => {
      const sent = await anyone().send(FIELDS, ['lease.pdf', aPdf()], {})
      expect([sent.status, sent.body.filename, sent.body.xfa]).toEqual([200, 'lease.pdf', 'none'])
      const me = await someone()
      expect((await me.call('POST', FIELDS, { s3_key: (await store(me)).s3_key })).status).toBe(200)
      expect((await me.send(FIELDS, ['note.md', '# Note'], {})).body.code).toBe('unsupported_source')
      expect((await me.send(FIELDS, null, {})).body.code).toBe('file_missing')
    })

    it('saves edits for anyone, and brings the result where an account asks for it', async () => {
      const edits = JSON.stringify({ pages: [{ page: 2 }, { page: 1, rotate: 90 }] })
      const visitor = anyone()
      const begun = await visitor.send(SAVE, ['lease.pdf', aPdf(2)], { edits, filename: 'Orientation' })
      expect(begun.status).toBe(202)
      const done = await visitor.settled('docs_core', begun.body.id)
      expect(done).toMatchObject({ status: 'completed', operation: 'edit', delivery: null })
      const asked = { edits, destination: '{"kind":"storage"}' }
      expect((await visitor.send(SAVE, ['lease.pdf', aPdf(2)], asked)).body.code).toBe('unauthenticated')
      const me = await someone()
      const file = await store(me)
      const kept = await saved(me, file.s3_key, { destination: { kind: 'storage' } })
      expect(kept.delivery).toMatchObject({ kind: 'storage', state: 'done' })
      expect((await me.call('GET', `${FILES}${kept.delivery?.file_id}/`)).status).toBe(200)
      const toSign = await saved(me, file.s3_key, { destination: { kind: 'sign' }, filename: 'To sign.pdf' })
      expect(toSign.delivery).toMatchObject({ kind: 'sign', state: 'done', file_id: null })
      const draft = await me.call(
        'GET',
        `/api/v1/pdf_handler/signing/sessions/${toSign.delivery?.session_id}/`,
      )
      expect(draft.body).toMatchObject({ state: 'draft', title: 'To sign', recipients: [] })
      const shared = await saved(me, file.s3_key, { destination: { kind: 'share', name: 'To read' } })
      const link = await me.call('GET', `/api/v1/user/shares/${shared.delivery?.link_id}/`)
      expect(link.body).toMatchObject({ name: 'To read', file_id: shared.delivery?.file_id })
    })

    it('tells before saving what it gives, of a file that is sent or stored, and costs nothing', async () => {
      const edits = { pages: [{ page: 2 }], redact: { areas: [] } }
      const me = await someone()
      const file = await store(me)
      const check = `${SAVE}check/`
      const balance = async () => (await me.call('GET', '/api/v1/docs_core/credits/')).body.remaining
      const before = await balance()
      const sent = await anyone().send(check, ['lease.pdf', aPdf(2)], { edits: JSON.stringify(edits) })
      expect([sent.status, sent.body.picture_pages]).toEqual([200, []])
      const stored = await me.call('POST', check, { s3_key: file.s3_key, edits })
      expect(stored.body).toMatchObject({ picture_pages: [], warnings: [] })
      expect(stored.body.size_bytes).toBeGreaterThan(0)
      expect(await balance()).toBe(before)
      expect((await me.send(check, null, { edits: '{}' })).body.code).toBe('file_missing')
      expect((await me.call('POST', check, { s3_key: 'uploads/nothing', edits })).status).toBe(404)
    })

    it('refuses edits that do not fit, and files that are not there', async () => {
      const me = await someone()
      const wrong = await me.send(SAVE, ['lease.pdf', aPdf()], { edits: '{"marks":[{"kind":"glue"}]}' })
      expect(wrong.body.code).toBe('invalid_request')
      expect((await me.send(SAVE, null, { edits: '{}' })).body.code).toBe('file_missing')
      expect((await me.call('POST', SAVE, { s3_key: 'uploads/nothing', edits: {} })).status).toBe(404)
      const file = await store(me)
      const destination = { kind: 'replace', file_id: '00000000-0000-4000-8000-000000000000' }
      expect((await me.call('POST', SAVE, { s3_key: file.s3_key, edits: {}, destination })).status).toBe(404)
    })

    it('replaces a file and keeps what it was', async () => {
      const me = await someone()
      const file = await store(me)
      const done = await saved(me, file.s3_key, { destination: { kind: 'replace', file_id: file.id } })
      expect(done.delivery).toMatchObject({ kind: 'replace', state: 'done', file_id: file.id })
      const now = (await me.call('GET', `${FILES}${file.id}/`)).body
      expect(now.versions).toBe(1)
      const { versions } = (await me.call('GET', `${FILES}${file.id}/versions/`)).body
      expect(versions).toMatchObject([{ sha256: file.sha256, file_size_bytes: file.file_size_bytes }])
      const back = await me.call('POST', `${FILES}${file.id}/versions/${versions[0].id}/restore/`)
      expect(back.body).toMatchObject({ sha256: file.sha256, versions: 1 })
      expect((await me.call('POST', `${FILES}${file.id}/versions/${versions[0].id}/restore/`)).status).toBe(
        404,
      )
    })
  })
}
