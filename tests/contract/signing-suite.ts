import { describe, expect, it } from 'vitest'
import type { SigningSession } from '../../contract/signing.ts'
import { aLyingPdf } from './a-pdf.ts'
import type { Callers, Target } from './caller.ts'
import {
  codeOf,
  field,
  inDays,
  NOBODYS,
  person,
  rect,
  SESSIONS,
  SIGNING,
  signingDesk,
} from './signing-desk.ts'

/** Signing sessions, by the server and by the mock alike. */
export function signingSuite({ anyone, someone }: Callers, target: Target) {
  const { store, session, linkOf, signs, settled } = signingDesk(target)

  describe('signing', () => {
    it('goes from a draft to a sealed document', async () => {
      const me = await someone()
      const [first, second] = [person(), person({ group: 2, message: 'Mind the date' })]
      const words = field(second, { kind: 'text', label: 'Where' })
      const file = await store(me)
      const recipients = [first, second]
      const begun = await me.call('POST', SESSIONS, { s3_key: file.s3_key, title: 'Lease' })
      expect(begun.body).toMatchObject({ state: 'draft', title: 'Lease', document: { pages: 2 }, acting: 0 })
      const at = `${SESSIONS}${begun.body.id}/`
      expect((await me.call('GET', at)).body).toEqual(begun.body)
      const fields = [field(first), field(second), words]
      const change = { recipients, fields, deadline_at: inDays(3), seen: begun.body.updated_at }
      const changed = await me.call('PATCH', at, change)
      expect(changed.body).toMatchObject({ acting: 2, done: 0, fields: [{}, {}, { label: 'Where' }] })
      expect(await codeOf(me.call('PATCH', at, change))).toBe('signing_changed')

      const sent = await me.call('POST', `${at}send/`)
      expect(sent.body).toMatchObject({
        state: 'open',
        recipients: [{ state: 'invited' }, { state: 'waiting', invited_at: null }],
      })
      for (const again of [
        me.call('POST', `${at}send/`),
        me.call('PATCH', at, { title: 'Late' }),
        me.call('DELETE', at),
        me.call('POST', `${at}seal/`),
      ])
        expect(await codeOf(again)).toBe('signing_misfit')

      const who = anyone()
      const link = await linkOf(first)
      const view = (await who.call('GET', link)).body
      expect(view).toMatchObject({
        state: 'open',
        locked: null,
        sender: { name: me.username },
        others: [{ name: second.name, state: 'waiting' }],
        fields: [{ kind: 'signature' }],
      })
      const read = await who.fetch('GET', new URL(view.document.download_url).pathname)
      expect(read.status).toBe(200)
      expect((await me.call('GET', at)).body.recipients[0].state).toBe('viewed')
      expect(await codeOf(who.call('GET', `${link}result/`))).toBe('not_finished')
      expect(await codeOf(me.call('GET', `${at}result/`))).toBe('not_finished')
      expect(await codeOf(signs(who, link, { signature: null }))).toBe('signing_incomplete')
      expect(await codeOf(signs(who, link, { values: { [words.id]: 'forged' } }))).toBe('invalid_request')
      expect(await codeOf(signs(who, link, { consent: false }))).toBe('invalid_request')
      const done = await signs(who, link)
      expect(done.body).toMatchObject({ state: 'done', fields: [], others: [{ state: 'acting' }] })
      expect((await signs(who, link)).status, 'a retry is no mistake').toBe(200)

      const theirs = await linkOf(second)
      expect((await who.call('GET', theirs)).body).toMatchObject({ state: 'open', note: 'Mind the date' })
      expect((await signs(who, theirs, { values: { [words.id]: 'The quay' } })).status).toBe(200)
      const ended = await settled(me, at)
      expect(ended).toMatchObject({ state: 'completed', done: 2, problem: null })
      expect(ended.result?.file_name).toBe('Lease, signed.pdf')
      expect((await me.fetch('GET', `${at}document/`)).status).toBe(200)
      expect((await me.fetch('GET', `${at}result/`)).status).toBe(200)
      expect((await who.fetch('GET', `${link}result/`)).status).toBe(200)
      expect((await who.call('GET', link)).body).toMatchObject({ state: 'completed', document: null })
      expect(await codeOf(who.call('GET', `${link}document/`))).toBe('signing_closed')
      const log = (await me.call('GET', `${at}log/`)).body
      expect(log).toMatchObject({ intact: true, first_broken: null })
      const events = log.rows.map(({ event }: { event: string }) => event)
      expect(events.slice(0, 5)).toEqual(['created', 'sent', 'invited', 'opened', 'viewed'])
      expect(events).toEqual(expect.arrayContaining(['consented', 'filled', 'acted', 'sealed', 'downloaded']))
      expect(log.rows[1].previous).toBe(log.rows[0].hash)
      expect((await me.call('DELETE', at)).status).toBe(204)
      expect(await codeOf(me.call('GET', at))).toBe('not_found')
    })

    it('says what is wrong with a draft, and makes nothing of it', async () => {
      const me = await someone()
      const one = person()
      const { id: file_id } = await store(me)
      const paths = async (body: object) => {
        const { status, body: problem } = await me.call('POST', SESSIONS, { file_id, ...body })
        expect(status).toBe(400)
        return (problem.errors as { path: string }[]).map(({ path }) => path)
      }
      const late = field(one, { places: [{ page: 3, rect }] })
      expect(await paths({ recipients: [one], fields: [late] })).toEqual(['fields.0'])
      expect(await paths({ fields: [field(one)] })).toEqual(['fields.0'])
      expect(await paths({ recipients: [one, one] })).toEqual(['recipients'])
      expect(await paths({ recipients: [{ ...one, access: 'code' }] })).toEqual(['recipients.0.access_code'])
      expect(await paths({ deadline_at: '2020-01-01T00:00:00Z' })).toEqual(['deadline_at'])
      expect(await paths({ s3_key: 'uploads/nothing' })).toEqual(['file_id'])
      expect((await me.call('GET', SESSIONS)).body.count).toBe(0)
      for (const nothing of [{ file_id: NOBODYS }, { s3_key: 'uploads/nothing' }, { template_id: NOBODYS }])
        expect(await codeOf(me.call('POST', SESSIONS, nothing))).toBe('not_found')
      const note = await store(me, 'note.md', '# Note')
      expect(await codeOf(me.call('POST', SESSIONS, { file_id: note.id }))).toBe('unsupported_source')
      const torn = await store(me, 'torn.pdf', '%PDF-1.7\nand nothing more')
      expect(await codeOf(me.call('POST', SESSIONS, { file_id: torn.id }))).toBe('inspection_failed')
      const two = person()
      const missing = { file_id, recipients: [one, two], fields: [field(one)] }
      expect(await codeOf(me.call('POST', SESSIONS, missing))).toBe('signing_misfit')
    })

    it('is made once for an idempotency key', async () => {
      const me = await someone()
      const { id: file_id } = await store(me)
      const key = { 'idempotency-key': crypto.randomUUID() }
      const [first, again] = [
        await me.call('POST', SESSIONS, { file_id }, key),
        await me.call('POST', SESSIONS, { file_id }, key),
      ]
      expect(again.body.id).toBe(first.body.id)
      const other = me.call('POST', SESSIONS, { file_id, title: 'Another' }, key)
      expect(await codeOf(other)).toBe('idempotency_conflict')
    })

    it('lists one’s own, by state, title and person', async () => {
      const me = await someone()
      const one = person({ name: 'Ingeborg' })
      await session(me, [one], { title: 'Harbour lease' })
      await session(me, [], { title: 'Boat', draft: true })
      const titles = async (query: string) =>
        (await me.call('GET', `${SESSIONS}${query}`)).body.results.map((row: SigningSession) => row.title)
      expect(await titles('')).toEqual(['Boat', 'Harbour lease'])
      expect(await titles('?sort_by=created_at&sort_dir=asc')).toEqual(['Harbour lease', 'Boat'])
      expect(await titles('?state=open')).toEqual(['Harbour lease'])
      expect(await titles('?q=INGE')).toEqual(['Harbour lease'])
      const page = (await me.call('GET', `${SESSIONS}?page_size=1`)).body
      expect(page).toMatchObject({ count: 2, total_pages: 2 })
      expect(await titles(`?page_size=1&cursor=${page.next_cursor}`)).toEqual(['Harbour lease'])
    })

    it('is reminded of, given more time, and called off', async () => {
      const me = await someone()
      const [one, two] = [person(), person({ group: 2 })]
      const { at } = await session(me, [one, two])
      expect((await me.call('POST', `${at}remind/`, {})).body.recipients[0].reminded_at).not.toBeNull()
      const early = me.call('POST', `${at}remind/`, { recipient_id: two.id })
      expect(await codeOf(early)).toBe('signing_misfit')
      const deadline_at = inDays(5)
      expect((await me.call('POST', `${at}extend/`, { deadline_at })).body.deadline_at).toBe(deadline_at)
      const past = me.call('POST', `${at}extend/`, { deadline_at: inDays(-1) })
      expect(await codeOf(past)).toBe('invalid_request')
      const off = await me.call('POST', `${at}void/`, { reason: 'Sold' })
      expect(off.body).toMatchObject({ state: 'voided', void_reason: 'Sold' })
      const who = anyone()
      const link = await linkOf(one)
      expect((await who.call('GET', link)).body).toMatchObject({ state: 'voided', reason: 'Sold' })
      for (const late of [
        signs(who, link),
        who.call('POST', `${link}decline/`, {}),
        who.call('POST', `${link}delegate/`, { name: 'A', email: 'a@mail.example' }),
        who.call('POST', `${link}device/`, { kind: 'signature' }),
        who.call('GET', `${link}device/`),
      ])
        expect(await codeOf(late)).toBe('signing_closed')
      for (const late of ['void', 'remind'])
        expect(await codeOf(me.call('POST', `${at}${late}/`, {}))).toBe('signing_misfit')
      expect(await codeOf(me.call('POST', `${at}extend/`, { deadline_at }))).toBe('signing_misfit')
    })

    it('begins from a template', async () => {
      const me = await someone()
      const one = person({ name: 'Tenant' })
      const { one: made, at } = await session(me, [one], { draft: true, title: 'Lease' })
      const kept = await me.call('POST', `${SIGNING}templates/`, { session_id: made.id, name: 'Standard' })
      expect(kept.body).toMatchObject({ name: 'Standard', fields: 1, recipients: [{ id: one.id }] })
      expect(JSON.stringify(kept.body)).not.toContain(one.email)
      expect((await me.call('DELETE', at)).status).toBe(204)
      const recipients = [person({ id: one.id })]
      const begun = await me.call('POST', SESSIONS, { template_id: kept.body.id, recipients })
      expect(begun.body).toMatchObject({ state: 'open', title: 'Lease', fields: [{ kind: 'signature' }] })
      expect((await me.call('GET', `${SIGNING}templates/?q=STAND`)).body.results).toEqual([kept.body])
      const mine = `${SIGNING}templates/${kept.body.id}/`
      expect(await codeOf((await someone()).call('DELETE', mine))).toBe('not_found')
      expect((await me.call('DELETE', mine)).status).toBe(204)
      expect(await codeOf(me.call('DELETE', mine))).toBe('not_found')
    })

    it('is duplicated as a draft, once for an idempotency key', async () => {
      const me = await someone()
      const people = [
        person({ access: 'code', access_code: 'anchor', may_delegate: true, message: 'Mind the date' }),
        person({ group: 2, role: 'approver' }),
      ]
      const [first] = people
      if (!first) throw new Error('somebody signs')
      const fields = [field(first), field(first, { kind: 'text', label: 'Where', required: false })]
      const settings = { title: 'Lease', message: 'As agreed', show_signatures: true, deadline_at: inDays(3) }
      const { one, at } = await session(me, people, { fields, ...settings })
      const key = { 'idempotency-key': crypto.randomUUID() }
      const copy = await me.call('POST', `${at}duplicate/`, undefined, key)
      expect(copy.status).toBe(201)
      expect(copy.body).toMatchObject({
        state: 'draft',
        title: 'Lease',
        message: 'As agreed',
        show_signatures: true,
        deadline_at: null,
        document: { sha256: one.document.sha256, pages: 2 },
        recipients: people.map(({ name, email }) => ({ name, email, state: 'waiting', invited_at: null })),
        fields: [{ kind: 'signature' }, { kind: 'text', label: 'Where', required: false }],
      })
      const [recipient] = copy.body.recipients
      expect(recipient).toMatchObject({ access: 'code', may_delegate: true, message: 'Mind the date' })
      expect(copy.body.fields.map((one: { recipient_id: string }) => one.recipient_id)).toEqual([
        recipient.id,
        recipient.id,
      ])
      const before = [one.id, ...one.recipients.map(({ id }) => id), ...one.fields.map(({ id }) => id)]
      expect(before.filter((id) => JSON.stringify(copy.body).includes(id))).toEqual([])
      expect((await me.call('POST', `${at}duplicate/`, undefined, key)).body.id).toBe(copy.body.id)
      expect((await me.call('GET', SESSIONS)).body.count).toBe(2)
      const made = `${SESSIONS}${copy.body.id}/`
      // The access code was kept: without one it could not be sent.
      expect((await me.call('POST', `${made}send/`)).body.state).toBe('open')
      expect((await me.call('GET', at)).body).toMatchObject({ id: one.id, state: 'open' })
      await me.call('POST', `${at}void/`, {})
      expect((await me.call('DELETE', at)).status).toBe(204)
      expect((await me.fetch('GET', `${made}document/`)).status, 'the document is held by both').toBe(200)
    })

    it('is told where the result cannot be made, and is tried again', async () => {
      const me = await someone()
      const one = person()
      const fields = [field(one, { places: [{ page: 2, rect }] })]
      const { at } = await session(me, [one], { content: aLyingPdf(), fields })
      await signs(anyone(), await linkOf(one))
      const stuck = await settled(me, at)
      expect(stuck).toMatchObject({ state: 'sealing', result: null, problem: expect.stringMatching(/./) })
      expect((await me.call('POST', `${at}seal/`)).status).toBe(200)
    })

    it('is nobody else’s to see or to change', async () => {
      const one = person()
      const { at } = await session(await someone(), [one])
      const other = await someone()
      for (const [method, path, body] of [
        ['GET', at],
        ['PATCH', at, {}],
        ['DELETE', at],
        ['POST', `${at}send/`],
        ['POST', `${at}duplicate/`],
        ['POST', `${at}remind/`, {}],
        ['POST', `${at}extend/`, { deadline_at: null }],
        ['POST', `${at}void/`, {}],
        ['PUT', `${at}recipients/${one.id}/`, { name: 'A', email: 'a@mail.example' }],
        ['POST', `${at}seal/`],
        ['GET', `${at}log/`],
        ['GET', `${at}document/`],
        ['GET', `${at}result/`],
      ] as const)
        expect(await codeOf(other.call(method, path, body)), `${method} ${path}`).toBe('not_found')
      expect(await codeOf(anyone().call('GET', SESSIONS))).toBe('unauthenticated')
      const nobody = `${SIGNING}sign/${'x'.repeat(32)}/`
      for (const path of ['', 'document/', 'result/', 'device/'])
        expect(await codeOf(anyone().call('GET', nobody + path))).toBe('not_found')
    })
  })
}
