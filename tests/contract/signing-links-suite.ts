import { describe, expect, it } from 'vitest'
import { type Callers, STROKE, type Target } from './caller.ts'
import { codeOf, field, NOBODYS, person, SESSIONS, SIGNING, signingDesk, TORN } from './signing-desk.ts'

/** What the links of a signing session open, by the server and by the mock alike. */
export function signingLinksSuite({ anyone, someone }: Callers, target: Target) {
  const { session, linkOf, signs } = signingDesk(target)
  const { sentCode } = target

  describe('a link to sign', () => {
    it('goes on with somebody else: put in their place by the owner, or by themselves', async () => {
      const me = await someone()
      const [one, two] = [person(), person({ may_delegate: true })]
      const { at } = await session(me, [one, two])
      const who = anyone()
      const [old, theirs] = [await linkOf(one), await linkOf(two)]
      const next = { name: 'Somebody else', email: person().email }
      const changed = await me.call('PUT', `${at}recipients/${one.id}/`, next)
      expect(changed.body.recipients[0]).toMatchObject({ id: one.id, state: 'invited', ...next })
      expect(await codeOf(who.call('GET', old))).toBe('not_found')
      const link = await linkOf(next)
      expect((await who.call('GET', link)).body.me.name).toBe('Somebody else')
      expect(await codeOf(me.call('PUT', `${at}recipients/${NOBODYS}/`, next))).toBe('not_found')
      const heir = { name: 'The deputy', email: person().email }
      expect(await codeOf(who.call('POST', `${link}delegate/`, heir))).toBe('signing_misfit')
      expect((await who.call('POST', `${theirs}delegate/`, heir)).body.state).toBe('delegated')
      expect((await signs(who, await linkOf(heir))).body.state).toBe('done')
      const now = (await me.call('GET', at)).body
      expect(now).toMatchObject({ done: 1, acting: 2, recipients: [{}, {}, { delegated_from: two.id }] })
      expect(await codeOf(me.call('PUT', `${at}recipients/${now.recipients[2].id}/`, next))).toBe(
        'signing_misfit',
      )
    })

    it('takes no image of a signature that nobody can make out', async () => {
      const me = await someone()
      const one = person()
      const { at } = await session(me, [one], { fields: [field(one), field(one, { kind: 'initials' })] })
      const who = anyone()
      const link = await linkOf(one)
      const torn = { how: 'uploaded', picture: TORN }
      for (const [mark, more] of [
        ['signature', { signature: torn }],
        ['initials', { initials: torn }],
      ] as const) {
        const { status, body } = await signs(who, link, more)
        expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', `${mark}.picture`])
      }
      expect((await me.call('GET', at)).body).toMatchObject({ state: 'open', done: 0 })
    })

    it('opens nothing while its sender has asked for the end of their account, and all again where they keep it', async () => {
      const me = await someone()
      const [one, two] = [person(), person({ group: 2 })]
      const asked = field(one, { kind: 'attachment', required: false })
      const { at } = await session(me, [one, two], { fields: [field(one), field(two), asked] })
      const who = anyone()
      const link = await linkOf(one)
      expect((await me.call('DELETE', '/api/v1/user/me/')).status).toBe(200)
      const view = (await who.call('GET', link)).body
      expect(view).toMatchObject({ state: 'paused', document: null, fields: [], result: null })
      for (const refused of [
        signs(who, link),
        who.call('POST', `${link}decline/`, {}),
        who.call('POST', `${link}delegate/`, { name: 'A', email: person().email }),
        who.call('POST', `${link}device/`, { kind: 'signature' }),
        who.call('GET', `${link}document/`),
        who.send(`${link}attachments/${asked.id}/`, ['a.txt', 'A'], {}),
      ])
        expect(await codeOf(refused)).toBe('signing_closed')

      const { username, password } = me
      await me.call('POST', '/api/v1/user/auth/login/', { username, password })
      expect((await me.call('POST', '/api/v1/user/me/keep/')).status).toBe(200)
      expect((await me.call('GET', at)).body).toMatchObject({ state: 'open', done: 0 })
      expect((await signs(who, link)).body.state).toBe('done')
    })

    it('ends for all where one declines', async () => {
      const me = await someone()
      const [one, two] = [person(), person()]
      const { at } = await session(me, [one, two])
      const who = anyone()
      const link = await linkOf(one)
      const declined = await who.call('POST', `${link}decline/`, { reason: 'The rent is wrong' })
      expect(declined.body).toMatchObject({ state: 'declined', reason: 'The rent is wrong' })
      expect((await who.call('POST', `${link}decline/`, {})).status).toBe(200)
      expect(await codeOf(signs(who, await linkOf(two)))).toBe('signing_closed')
      expect((await me.call('GET', at)).body).toMatchObject({ state: 'declined', done: 0 })
    })

    it('opens nothing before one has shown who one is', async () => {
      const me = await someone()
      const one = person({ access: 'code', access_code: 'harbour 7' })
      const two = person({ access: 'email' })
      const { one: made } = await session(me, [one, two])
      expect(JSON.stringify(made)).not.toContain('harbour')
      const who = anyone()
      const link = await linkOf(one)
      const view = (await who.call('GET', link)).body
      expect(view).toMatchObject({ locked: 'code', title: null, document: null, fields: [], others: [] })
      for (const locked of [
        who.call('GET', `${link}document/`),
        who.call('GET', `${link}result/`),
        who.call('GET', `${link}device/`),
        who.call('POST', `${link}device/`, { kind: 'initials' }),
        who.call('POST', `${link}decline/`, {}),
        signs(who, link),
      ])
        expect(await codeOf(locked)).toBe('signing_locked')
      expect(await codeOf(who.call('POST', `${link}open/`, { code: 'harbour 8' }))).toBe('invalid_code')
      expect(await codeOf(who.call('POST', `${link}email-code/`))).toBe('signing_misfit')
      const opened = (await who.call('POST', `${link}open/`, { code: 'harbour 7' })).body
      expect(opened).toMatchObject({ locked: null, state: 'open' })
      expect((await who.call('GET', link)).body.locked).toBeNull()
      expect((await anyone().call('GET', link)).body.locked).toBe('code')

      const theirs = await linkOf(two)
      expect((await who.call('GET', theirs)).body.locked).toBe('email')
      expect((await who.call('POST', `${theirs}email-code/`)).status).toBe(204)
      const wrong = await who.call('POST', `${theirs}open/`, { code: '000000' })
      expect(wrong.body).toMatchObject({ code: 'invalid_code', attempts_left: 4 })
      const code = await sentCode(two.email)
      expect((await who.call('POST', `${theirs}open/`, { code })).body.locked).toBeNull()
      expect(await codeOf(anyone().call('POST', `${theirs}open/`, { code }))).toBe('invalid_code')
    })

    it('takes files that fields ask for', async () => {
      const me = await someone()
      const one = person()
      const asked = field(one, { kind: 'attachment' })
      const { at } = await session(me, [one], { fields: [field(one), asked] })
      const who = anyone()
      const link = await linkOf(one)
      const attach = (id: string, file: [string, string] | null) =>
        who.send(`${link}attachments/${id}/`, file, {})
      expect((await attach(NOBODYS, ['a.txt', 'A'])).body.code).toBe('signing_misfit')
      expect((await attach(asked.id, null)).body.code).toBe('file_missing')
      expect((await attach(asked.id, ['a.txt', ''])).body.code).toBe('file_empty')
      const first = (await attach(asked.id, ['a.txt', 'A'])).body
      const second = await attach(asked.id, ['b.txt', 'BB'])
      expect(second).toMatchObject({ status: 201, body: { file_name: 'b.txt', size_bytes: 2 } })
      expect(await codeOf(signs(who, link))).toBe('signing_incomplete')
      expect(await codeOf(signs(who, link, { values: { [asked.id]: first.id } }))).toBe('invalid_request')
      // What is not signed yet is nobody's to read; afterwards it is the owner's.
      const mine = `${at}attachments/${second.body.id}/`
      expect((await me.call('GET', at)).body.attachments).toEqual([])
      expect(await codeOf(me.call('GET', mine))).toBe('not_found')
      expect((await signs(who, link, { values: { [asked.id]: second.body.id } })).status).toBe(200)
      expect((await me.call('GET', at)).body.attachments).toMatchObject([
        { id: second.body.id, recipient_id: one.id, field_id: asked.id, file_name: 'b.txt', size_bytes: 2 },
      ])
      const taken = await me.fetch('GET', mine, {})
      expect(await taken.text()).toBe('BB')
      expect(taken.headers.get('content-type')).toBe('application/octet-stream')
      expect(taken.headers.get('content-disposition')).toContain('attachment')
      expect(await codeOf(me.call('GET', `${at}attachments/${first.id}/`))).toBe('not_found')
      expect(await codeOf((await someone()).call('GET', mine))).toBe('not_found')
    })

    it('lets another device draw, once', async () => {
      const me = await someone()
      const one = person()
      await session(me, [one])
      const who = anyone()
      const link = await linkOf(one)
      expect(await codeOf(who.call('GET', `${link}device/`))).toBe('link_expired')
      const begun = await who.call('POST', `${link}device/`, { kind: 'signature' })
      expect(begun.status).toBe(201)
      const word = /\/sign\/device\/([\w-]+)$/.exec(begun.body.url)?.[1]
      const at = `${SIGNING}device/${word}/`
      expect((await who.call('GET', `${link}device/`)).body).toMatchObject({
        connected: false,
        picture: null,
      })
      const phone = anyone()
      const shown = (await phone.call('GET', at)).body
      expect(shown).toMatchObject({ name: one.name, kind: 'signature' })
      expect((await who.call('GET', `${link}device/`)).body.connected).toBe(true)
      const torn = phone.call('POST', at, { picture: btoa('x'.repeat(40)) })
      expect(await codeOf(torn)).toBe('invalid_request')
      expect(await codeOf(phone.call('POST', at, { picture: TORN }))).toBe('invalid_request')
      expect((await phone.call('POST', at, { picture: STROKE })).status).toBe(204)
      expect(await codeOf(phone.call('POST', at, { picture: STROKE }))).toBe('link_expired')
      expect(await codeOf(phone.call('GET', at))).toBe('link_expired')
      const { picture } = (await who.call('GET', `${link}device/`)).body
      expect(picture).toBe(STROKE)
      expect((await signs(who, link, { signature: { how: 'device', picture } })).status).toBe(200)
    })

    it('reads JSON and nothing else', async () => {
      const me = await someone()
      const one = person()
      const { at } = await session(me, [one])
      const link = await linkOf(one)
      for (const [method, path] of [
        ['POST', SESSIONS],
        ['PATCH', at],
        ['POST', `${at}remind/`],
        ['POST', `${at}extend/`],
        ['POST', `${at}void/`],
        ['PUT', `${at}recipients/${one.id}/`],
        ['POST', `${SIGNING}templates/`],
        ['POST', link],
        ['POST', `${link}decline/`],
        ['POST', `${link}delegate/`],
        ['POST', `${link}open/`],
        ['POST', `${link}device/`],
        ['POST', `${SIGNING}device/${'x'.repeat(32)}/`],
      ] as const) {
        const code = async (type: string) => {
          const headers = { 'content-type': type }
          return ((await (await me.fetch(method, path, { headers, body: '{' })).json()) as { code: string })
            .code
        }
        expect(await code('application/json'), `${method} ${path}`).toBe('malformed_body')
        expect(await code('application/xml'), `${method} ${path}`).toBe('unsupported_media_type')
      }
    })
  })
}
