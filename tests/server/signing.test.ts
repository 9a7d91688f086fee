import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMIT_RULES } from '../../server/core/limit-rules.ts'
import { objects, signingEvents, signingFiles, signingRecipients } from '../../server/core/schema.ts'
import { doDue } from '../../server/core/signing/due.ts'
import { startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { codeIn, lastMessage, setClock } from './safe-accounts.ts'
import {
  field,
  owner,
  person,
  png,
  rect,
  SESSIONS,
  SIGN,
  SIGNING,
  session,
  signs,
  store,
  stranger,
  tokenOf,
  view,
} from './signing-desk.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: '1' })
})
afterAll(() => server.stop())

const mailsTo = async (email: string) => {
  const { rows } = await server.platform.db.execute<{ subject: string }>(
    sql`select subject from messages where recipient = ${email} order by created_at, id`,
  )
  return rows.map(({ subject }) => subject)
}
const logOf = async (me: Awaited<ReturnType<typeof owner>>, id: string) =>
  (await me.json('GET', `${SESSIONS}${id}/log/`)).body as {
    rows: { event: string; who: string; facts: Record<string, string> }[]
    intact: boolean
    first_broken: number | null
  }
const events = async (me: Awaited<ReturnType<typeof owner>>, id: string) =>
  (await logOf(me, id)).rows.map(({ event }) => event)

describe('a session that is made from the specification alone', () => {
  const named = () => {
    const { name, email } = person()
    return { name, email }
  }
  const recipients = () => [named(), named()] as const

  it('is sent at once, with a signature field for each signer, and its owner has the links', async () => {
    const me = await owner(server)
    const { id: file_id } = await store(me)
    const [one, two] = recipients()
    const copy = { ...person(), role: 'copy' }
    const made = await me.json('POST', SESSIONS, { file_id, recipients: [one, two, copy] })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ status: 'open', state: 'open' })
    expect(made.body.fields.map((each: { kind: string }) => each.kind)).toEqual(['signature', 'signature'])
    const first = made.body.recipients[0]
    expect(first.token).toBe(await tokenOf(server, one))
    expect(new URL(first.sign_url).pathname).toBe(`/sign/${first.token}`)
    const seen = await view(stranger(server), first.token)
    expect(seen.fields).toHaveLength(1)
    const other = new Set(made.body.recipients.map(({ token }: { token: string }) => token))
    expect(other.size).toBe(3)
    expect((await me.json('GET', `${SESSIONS}${made.body.id}/`)).body.recipients[0].token).toBe(first.token)
    expect((await signs(stranger(server), first.token)).body).toMatchObject({ state: 'done' })
  })

  it('stays a draft where it asks for that, or has no recipients, and then has no links', async () => {
    const me = await owner(server)
    const { id: file_id } = await store(me)
    const asked = (await me.json('POST', SESSIONS, { file_id, recipients: recipients(), draft: true })).body
    expect(asked).toMatchObject({ status: 'draft', fields: [], sent_at: null })
    expect(asked.recipients).toMatchObject([
      { token: null, sign_url: null },
      { token: null, sign_url: null },
    ])
    expect((await me.json('POST', SESSIONS, { file_id })).body.status).toBe('draft')
    const refused = await me.json('POST', SESSIONS, { file_id, recipients: recipients(), fields: [] })
    expect([refused.status, refused.body.code]).toEqual([409, 'signing_misfit'])
    const sent = await me.json('POST', `${SESSIONS}${asked.id}/send/`)
    expect(sent.body.code, 'a draft gets no fields by itself').toBe('signing_misfit')
  })

  it('takes fields without ids, for recipients named by address, or for the only signer', async () => {
    const me = await owner(server)
    const { id: file_id } = await store(me)
    const places = [{ page: 1, rect }]
    const two = recipients()
    const fields = two.map(({ email }) => ({
      kind: 'signature',
      places,
      recipient_email: email.toUpperCase(),
    }))
    const made = (await me.json('POST', SESSIONS, { file_id, recipients: two, fields })).body
    expect(made.status).toBe('open')
    const ids = made.recipients.map(({ id }: { id: string }) => id)
    expect(made.fields.map(({ recipient_id }: { recipient_id: string }) => recipient_id)).toEqual(ids)
    const alone = { file_id, recipients: two.slice(0, 1), fields: [{ kind: 'signature', places }] }
    expect((await me.json('POST', SESSIONS, alone)).body.status).toBe('open')
    for (const [field, path] of [
      [{ kind: 'signature', places }, 'fields.0.recipient_id'],
      [{ kind: 'signature', places, recipient_email: 'x@mail.example' }, 'fields.0.recipient_email'],
    ] as const) {
      const wrong = await me.json('POST', SESSIONS, { file_id, recipients: two, fields: [field] })
      expect([wrong.status, wrong.body.code, wrong.body.errors[0].path]).toEqual([
        400,
        'invalid_request',
        path,
      ])
    }
  })

  it('is of a conversion’s result as well', async () => {
    const me = await owner(server)
    const form = { target_format: 'pdf', operation: 'watermark' }
    const { body } = await me.convert('lease', form, { name: 'lease.pdf' })
    await me.wait(body.id)
    const made = await me.json('POST', SESSIONS, { conversion_id: body.id, recipients: recipients() })
    expect(made.body).toMatchObject({ status: 'open', document: { file_name: 'lease.pdf' } })
    const both = { conversion_id: body.id, file_id: body.id }
    expect((await me.json('POST', SESSIONS, both)).body.code).toBe('invalid_request')
    const other = await owner(server)
    expect((await other.json('POST', SESSIONS, { conversion_id: body.id })).body.code).toBe('not_found')
  })

  it('tells its links to its owner alone, while they can be acted on', async () => {
    const me = await owner(server)
    const one = person()
    const made = await session(me, [one])
    const at = `${SESSIONS}${made.id}/`
    const token = await tokenOf(server, one)
    const keyWith = async (...scopes: string[]) => {
      const { body } = await me.json('POST', '/api/v1/user/api-keys/', { name: 'signing', scopes })
      const authorization = `Bearer ${body.key}`
      return (await stranger(server).json('GET', at, undefined, { authorization })).body.recipients[0]
    }
    expect(await keyWith('signing:read')).toMatchObject({ token: null, sign_url: null })
    expect(await keyWith('signing:read', 'signing:write')).toMatchObject({ token })
    const list = await me.json('GET', SESSIONS)
    expect(JSON.stringify(list.body)).not.toContain(token)
    expect(list.body.results[0]).toMatchObject({ status: 'open', state: 'open' })
    expect(JSON.stringify(await view(stranger(server), token))).not.toContain('"sign_url"')
    expect(server.logged.join('\n')).not.toContain(token)
    const kept = await server.platform.db.execute<{ all: string }>(
      'select coalesce(json_agg(idempotency_keys)::text, $$$$) as all from idempotency_keys',
    )
    expect(kept.rows[0]?.all).not.toContain(token)
    await me.json('POST', `${at}void/`, { reason: 'Moved' })
    expect((await me.json('GET', at)).body.recipients[0]).toMatchObject({ token: null, sign_url: null })
  })
})

describe('a draft', () => {
  it('is made of a stored PDF, changed, sent, and then not changed any more', async () => {
    const me = await owner(server)
    const one = person()
    const made = await session(me, [one], { draft: true, title: 'The lease', message: 'Please' })
    expect(made).toMatchObject({
      state: 'draft',
      title: 'The lease',
      document: { file_name: 'Lease.pdf', pages: 3 },
      recipients: [{ id: one.id, state: 'waiting', group: 1, access: 'link' }],
      done: 0,
      acting: 1,
      sent_at: null,
    })
    const at = `${SESSIONS}${made.id}/`
    const changed = await me.json('PATCH', at, { title: 'The new lease', seen: made.updated_at })
    expect(changed.body).toMatchObject({ title: 'The new lease', message: 'Please', fields: made.fields })
    const stale = await me.json('PATCH', at, { title: 'Lost', seen: made.updated_at })
    expect([stale.status, stale.body.code]).toEqual([409, 'signing_changed'])
    const sent = await me.json('POST', `${at}send/`)
    expect(sent.body).toMatchObject({ state: 'open', recipients: [{ state: 'invited' }] })
    expect(await mailsTo(one.email)).toEqual([`${me.username} asks you to sign “The new lease”`])
    for (const again of [me.json('POST', `${at}send/`), me.json('PATCH', at, { title: 'Late' })])
      expect((await again).body.code).toBe('signing_misfit')
    expect((await me.json('DELETE', at)).body.code).toBe('signing_misfit')
    expect(await events(me, made.id)).toEqual(['created', 'sent', 'invited'])
  })

  it('says what is wrong with it, field by field, and nothing is made', async () => {
    const me = await owner(server)
    const one = person()
    const { id: file_id } = await store(me)
    const refused = async (body: object) => {
      const { status, body: problem } = await me.json('POST', SESSIONS, { file_id, ...body })
      expect(status).toBe(400)
      return (problem.errors as { path: string }[]).map(({ path }) => path)
    }
    const page4 = field(one, { places: [{ page: 4, rect }] })
    expect(await refused({ recipients: [one], fields: [page4] })).toEqual(['fields.0'])
    expect(await refused({ recipients: [], fields: [field(one)] })).toEqual(['fields.0'])
    const viewer = { ...one, role: 'viewer' }
    expect(await refused({ recipients: [viewer], fields: [field(one)] })).toEqual(['fields.0'])
    expect(await refused({ recipients: [one, one] })).toEqual(['recipients'])
    const radio = field(one, { kind: 'radio', options: ['a', 'b'] })
    expect(await refused({ recipients: [one], fields: [radio] })).toEqual(['fields.0'])
    expect(await refused({ recipients: [one], fields: [field(one, { kind: 'choice' })] })).toEqual([
      'fields.0',
    ])
    expect(await refused({ recipients: [{ ...one, access: 'code' }] })).toEqual(['recipients.0.access_code'])
    expect(await refused({ deadline_at: '2020-01-01T00:00:00Z' })).toEqual(['deadline_at'])
    expect((await me.json('GET', SESSIONS)).body.count).toBe(0)
    const many = Array.from({ length: 51 }, () => person())
    expect((await me.json('POST', SESSIONS, { file_id, recipients: many })).status).toBe(400)
  })

  it('is not made of what is no PDF, is protected, damaged, or somebody else’s', async () => {
    const me = await owner(server)
    const code = async (content: string, name = 'a.pdf') => {
      const { id } = await store(me, content, name)
      return (await me.json('POST', SESSIONS, { file_id: id })).body.code
    }
    expect(await code('words', 'a.md')).toBe('unsupported_source')
    expect(await code('encrypted pdf')).toBe('unsupported_source')
    expect(await code('damaged pdf')).toBe('inspection_failed')
    const theirs = await store(await owner(server))
    expect((await me.json('POST', SESSIONS, { file_id: theirs.id })).status).toBe(404)
    expect((await me.json('POST', SESSIONS, { s3_key: theirs.s3_key })).status).toBe(404)
  })

  it('is sent only where each signer has a place to sign', async () => {
    const me = await owner(server)
    const [one, two] = [person(), person()]
    const made = await session(me, [one, two], { draft: true, fields: [field(one)] })
    const refused = await me.json('POST', `${SESSIONS}${made.id}/send/`)
    expect(refused.body).toMatchObject({ code: 'signing_misfit', detail: expect.stringContaining(two.name) })
    const empty = await session(me, [], { draft: true })
    expect((await me.json('POST', `${SESSIONS}${empty.id}/send/`)).body.code).toBe('signing_misfit')
    expect(await mailsTo(one.email)).toEqual([])
  })

  it.each([
    ['outside it', { x: 700, y: 100, width: 160, height: 40 }, /page 1/],
    ['partly outside it', { x: 72, y: 830, width: 160, height: 40 }, /page 1/],
    ['without any size', { x: 72, y: 100, width: 0, height: 0 }, /too small/],
    ['of a line’s height', { x: 72, y: 100, width: 160, height: 1 }, /too small/],
  ])('takes no field that nobody would see on its page: %s', async (_, where, why) => {
    const me = await owner(server)
    const signer = person()
    const lost = field(signer, { kind: 'text', label: 'Rent', places: [{ page: 1, rect: where }] })
    const { id: file_id } = await store(me)
    const asked = { file_id, recipients: [signer], fields: [field(signer), lost] }
    const made = await me.json('POST', SESSIONS, asked)
    expect([made.status, made.body.code]).toEqual([400, 'invalid_request'])
    expect(made.body.errors).toEqual([
      { path: 'fields.1.places.0.rect', message: expect.stringMatching(why) },
    ])
    expect(made.body.detail).toContain('“Rent”')
    const draft = await session(me, [signer], { draft: true })
    const at = `${SESSIONS}${draft.id}/`
    // What a draft says of its pages is checked where it is sent.
    const kept = await me.json('PATCH', at, { fields: asked.fields })
    const sent = kept.status === 200 ? await me.json('POST', `${at}send/`) : kept
    expect([sent.status, sent.body.errors[0].path]).toEqual([400, 'fields.1.places.0.rect'])
    expect(await mailsTo(signer.email)).toEqual([])
  })

  it('says of a result that never comes why there is none', async () => {
    const me = await owner(server)
    const detailOf = async (id: string) => (await me.json('GET', `${SESSIONS}${id}/result/`)).body.detail
    const draft = await session(me, [person()], { draft: true })
    expect(await detailOf(draft.id)).toMatch(/not been sent/)
    const signer = person()
    const open = await session(me, [signer])
    expect(await detailOf(open.id)).toMatch(/Not all recipients have signed yet/)
    const token = await tokenOf(server, signer)
    await me.json('POST', `${SESSIONS}${open.id}/void/`, { reason: '' })
    expect(await detailOf(open.id)).toMatch(/was voided/)
    expect((await stranger(server).json('GET', `${SIGN}${token}/result/`)).body.detail).toMatch(/was voided/)
    const other = person()
    const declined = await session(me, [other])
    await stranger(server).json('POST', `${SIGN}${await tokenOf(server, other)}/decline/`, { reason: '' })
    expect(await detailOf(declined.id)).toMatch(/declined/)
  })

  it('is made once for an idempotency key', async () => {
    const me = await owner(server)
    const { id: file_id } = await store(me)
    const key = { 'idempotency-key': randomUUID() }
    const both = await Promise.all([
      me.json('POST', SESSIONS, { file_id }, key),
      me.json('POST', SESSIONS, { file_id }, key),
    ])
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
    expect((await me.json('GET', SESSIONS)).body.count).toBe(1)
  })

  it('keeps its document when the stored file is deleted for good, and lets it go with itself', async () => {
    const me = await owner(server)
    const made = await session(me, [], { draft: true })
    const [kept] = await server.platform.db
      .select()
      .from(signingFiles)
      .where(eq(signingFiles.sessionId, made.id))
    const files = (await me.json('GET', '/api/v1/user/storage/files/')).body.results as { id: string }[]
    await me.json('POST', '/api/v1/user/storage/files/delete/', {
      file_ids: files.map(({ id }) => id),
      for_good: true,
    })
    const bytes = await me.fetch(`${SESSIONS}${made.id}/document/`)
    expect([bytes.status, await bytes.text()]).toEqual([200, 'lease'])
    expect((await me.json('DELETE', `${SESSIONS}${made.id}/`)).status).toBe(204)
    expect((await me.json('GET', `${SESSIONS}${made.id}/`)).status).toBe(404)
    const mine = eq(objects.key, kept?.objectKey ?? '')
    await me.json('DELETE', `/api/v1/user/storage/files/${files[0]?.id}/`)
    expect((await server.platform.db.select().from(objects).where(mine)).length).toBeLessThanOrEqual(1)
  })
})

describe('a link', () => {
  it('shows what it is about to its recipient, and the document as it was sent', async () => {
    const me = await owner(server)
    const one = person({ message: 'Mind the date' })
    const made = await session(me, [one, person({ group: 2 })], { title: 'Lease', message: 'Please' })
    const token = await tokenOf(server, one)
    expect(token.length * 6).toBeGreaterThanOrEqual(128)
    const who = stranger(server)
    const seen = await view(who, token)
    expect(seen).toMatchObject({
      state: 'open',
      locked: null,
      title: 'Lease',
      message: 'Please',
      note: 'Mind the date',
      sender: { name: me.username },
      me: { name: one.name, role: 'signer' },
      others: [{ role: 'signer', state: 'waiting' }],
      document: { file_name: 'Lease.pdf', pages: 3 },
      fields: [{ kind: 'signature' }],
    })
    // Nobody learns an address, a key or somebody else's fields.
    expect(JSON.stringify(seen)).not.toMatch(/signer\d+-\d+@|uploads\/|recipient_id/)
    expect(await events(me, made.id)).not.toContain('viewed')
    const url = new URL(seen.document?.download_url ?? '').pathname
    const part = await who.fetch(url, { headers: { range: 'bytes=0-1' } })
    expect([part.status, await part.text()]).toEqual([206, 'le'])
    await who.fetch(url)
    expect((await events(me, made.id)).filter((event) => event === 'viewed')).toHaveLength(1)
    expect((await me.json('GET', `${SESSIONS}${made.id}/`)).body.recipients[0].state).toBe('viewed')
  })

  it('is nothing where it is not whole, for a draft, or once it was replaced', async () => {
    const me = await owner(server)
    const one = person()
    const made = await session(me, [one])
    const token = await tokenOf(server, one)
    const who = stranger(server)
    for (const wrong of [token.slice(0, -1), `${token}x`, randomUUID(), made.id])
      expect((await who.json('GET', `${SIGN}${wrong}/`)).status).toBe(404)
    const next = { name: 'Somebody else', email: 'else@mail.example', message: '', access: 'link' }
    const changed = await me.json('PUT', `${SESSIONS}${made.id}/recipients/${one.id}/`, next)
    expect(changed.body.recipients).toMatchObject([{ id: one.id, name: 'Somebody else', state: 'invited' }])
    expect((await who.json('GET', `${SIGN}${token}/`)).status).toBe(404)
    expect((await signs(who, token)).status).toBe(404)
    expect((await view(who, await tokenOf(server, next))).me.name).toBe('Somebody else')
    expect(await events(me, made.id)).toEqual([
      'created',
      'sent',
      'invited',
      'recipient_changed',
      'invited',
      'opened',
    ])
  })

  it('decides alone who acts: one person’s link fills in nothing of another’s', async () => {
    const me = await owner(server)
    const [one, two] = [person(), person()]
    const words = field(two, { kind: 'text', required: false })
    const made = await session(me, [one, two], { fields: [field(one), field(two), words] })
    const refused = await signs(stranger(server), await tokenOf(server, one), {
      values: { [words.id]: 'forged' },
    })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, `values.${words.id}`])
    const { body } = await me.json('GET', `${SESSIONS}${made.id}/`)
    expect(body.recipients.map(({ state }: { state: string }) => state)).toEqual(['invited', 'invited'])
    expect(body.done).toBe(0)
    // Somebody else's account sees nothing of it.
    const other = await owner(server)
    for (const path of ['', 'log/', 'document/', 'result/'])
      expect((await other.fetch(`${SESSIONS}${made.id}/${path}`)).status).toBe(404)
    expect((await other.json('POST', `${SESSIONS}${made.id}/void/`, {})).status).toBe(404)
  })
})

describe('signing', () => {
  it('goes by turns: groups one after the other, and nobody sees what another has signed before the end', async () => {
    const me = await owner(server)
    const [first, second, also, viewer] = [
      person(),
      person({ group: 2 }),
      person({ group: 2, role: 'approver' }),
      person({ role: 'viewer' }),
    ]
    const words = field(first, { kind: 'text', label: 'Word' })
    const fields = [field(first), words, field(second)]
    const made = await session(me, [first, second, also, viewer], { fields })
    const who = stranger(server)
    await expect(tokenOf(server, second)).rejects.toThrow('no link')
    expect(await mailsTo(viewer.email)).toHaveLength(1)
    expect((await signs(who, await tokenOf(server, viewer))).body.code).toBe('signing_misfit')
    const token = await tokenOf(server, first)
    const before = await who.fetch(`${SIGN}${token}/document/`)
    const sum = createHash('sha256')
      .update(Buffer.from(await before.arrayBuffer()))
      .digest('hex')

    const incomplete = await signs(who, token)
    expect(incomplete.body).toMatchObject({
      code: 'signing_incomplete',
      errors: [{ path: `values.${words.id}` }],
    })
    const done = await signs(who, token, { values: { [words.id]: 'hereby' } })
    expect(done.body).toMatchObject({ state: 'done', fields: [] })
    expect(done.status).toBe(200)

    const next = await tokenOf(server, second)
    const seen = await view(who, next)
    expect(seen).toMatchObject({ state: 'open', shown: [] })
    expect(JSON.stringify(seen)).not.toContain('hereby')
    const after = await who.fetch(`${SIGN}${next}/document/`)
    expect(
      createHash('sha256')
        .update(Buffer.from(await after.arrayBuffer()))
        .digest('hex'),
    ).toBe(sum)
    expect((await who.fetch(`${SIGN}${next}/result/`)).status).toBe(409)
    const { body } = await me.json('GET', `${SESSIONS}${made.id}/`)
    expect([body.done, body.acting]).toEqual([1, 3])
  })

  it('shows what others have written where the owner lets it be seen, and never their signature', async () => {
    const me = await owner(server)
    const [first, second] = [person(), person({ group: 2 })]
    const words = field(first, { kind: 'text' })
    await session(me, [first, second], {
      fields: [field(first), words, field(second)],
      show_signatures: true,
    })
    const who = stranger(server)
    await signs(who, await tokenOf(server, first), { values: { [words.id]: 'hereby' } })
    const seen = await view(who, await tokenOf(server, second))
    expect(seen.shown).toMatchObject([
      { kind: 'signature', value: null, by: first.name },
      { kind: 'text', value: 'hereby', by: first.name },
    ])
  })

  it('happens once: ten presses at once are one signature, and a retry is answered as before', async () => {
    const me = await owner(server)
    const [first, second] = [person(), person({ group: 2 })]
    const made = await session(me, [first, second])
    const token = await tokenOf(server, first)
    const all = await Promise.all(Array.from({ length: 10 }, () => signs(stranger(server), token)))
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await signs(stranger(server), token)).body.state).toBe('done')
    const said = await events(me, made.id)
    expect(said.filter((event) => event === 'acted')).toHaveLength(1)
    expect(said.filter((event) => event === 'consented')).toHaveLength(1)
    expect(await mailsTo(second.email)).toHaveLength(1)
    const images = await server.platform.db
      .select()
      .from(signingFiles)
      .where(eq(signingFiles.recipientId, first.id))
    expect(images).toHaveLength(1)
    const left = await server.platform.db.select().from(objects).where(eq(objects.state, 'arriving'))
    expect(left).toEqual([])
  })

  it('takes fifty people at once: none is lost, none counted twice', async () => {
    const me = await owner(server)
    const all = Array.from({ length: 50 }, () => person())
    const late = person({ group: 2 })
    const made = await session(me, [...all.slice(0, 49), late])
    const tokens = await Promise.all(all.slice(0, 49).map((one) => tokenOf(server, one)))
    const answers = await Promise.all(tokens.map((token) => signs(stranger(server), token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(49).fill(200))
    const { body } = await me.json('GET', `${SESSIONS}${made.id}/`)
    expect([body.done, body.acting, body.state]).toEqual([49, 50, 'open'])
    const log = await logOf(me, made.id)
    expect(log.rows.filter(({ event }) => event === 'acted')).toHaveLength(49)
    expect(log.intact).toBe(true)
    expect(await mailsTo(late.email)).toHaveLength(1)
  })

  it.each([
    [
      'a number',
      { kind: 'number', min: 1, max: 5 },
      { right: ['1', '5', '2.5'], wrong: ['0', '6', 'x', ' '] },
    ],
    [
      'a date',
      { kind: 'date' },
      {
        right: ['2026-11-22', '2028-02-29'],
        wrong: ['22.11.2026', '2026-13-01', '2026-02-31T', '2026-02-31', '2027-02-29'],
      },
    ],
    ['a choice', { kind: 'choice', options: ['a', 'b'] }, { right: ['a'], wrong: ['c'] }],
    ['a text', { kind: 'text', max_length: 3 }, { right: ['abc', 'ä€😀'], wrong: ['abcde', true] }],
    ['a checkbox', { kind: 'checkbox' }, { right: [true], wrong: ['yes'] }],
    ['an attachment', { kind: 'attachment' }, { right: [], wrong: [randomUUID()] }],
  ] as const)('takes %s only as it is to be', async (_, settings, { right, wrong }) => {
    const me = await owner(server)
    const who = stranger(server)
    for (const [values, status] of [
      [wrong, 400],
      [right, 200],
    ] as const)
      for (const value of values) {
        const signer = person()
        const asked = field(signer, settings)
        await session(me, [signer], { fields: [field(signer), asked] })
        const answer = await signs(who, await tokenOf(server, signer), { values: { [asked.id]: value } })
        expect([value, answer.status]).toEqual([value, status])
      }
  })

  it('fills in what is known, keeps what is fixed, and needs consent and an image that is one', async () => {
    const me = await owner(server)
    const signer = person()
    const [name, mail, day, fixed] = [
      field(signer, { kind: 'name' }),
      field(signer, { kind: 'email' }),
      field(signer, { kind: 'date' }),
      field(signer, { kind: 'text', read_only: true, value: 'Unit 4' }),
    ]
    await session(me, [signer], { fields: [field(signer), name, mail, day, fixed] })
    const who = stranger(server)
    const token = await tokenOf(server, signer)
    expect((await signs(who, token, { consent: false })).status).toBe(400)
    expect((await signs(who, token, { signature: null })).body.errors[0].path).toBe('signature')
    const jpeg = Buffer.from('ffd8ffe0', 'hex').toString('base64')
    const clear = png(60, 20, 0)
    for (const image of [jpeg, png(4001, 10), 'not base64!', clear, png(1, 1)])
      expect((await signs(who, token, { signature: { how: 'drawn', picture: image } })).status).toBe(400)
    expect((await signs(who, token, { values: { [fixed.id]: 'Unit 5' } })).status).toBe(400)
    expect((await signs(who, token)).status).toBe(200)
    const [row] = await server.platform.db
      .select()
      .from(signingRecipients)
      .where(eq(signingRecipients.id, signer.id))
    expect(row?.values).toEqual({
      [name.id]: signer.name,
      [mail.id]: signer.email,
      [day.id]: server.platform.clock().toISOString().slice(0, 10),
    })
  })

  it('takes a file that a field asks for, the newest, and of nobody else', async () => {
    const me = await owner(server)
    const [signer, other] = [person(), person()]
    const paper = field(signer, { kind: 'attachment' })
    await session(me, [signer, other], { fields: [field(signer), paper, field(other)] })
    const [token, theirs] = [await tokenOf(server, signer), await tokenOf(server, other)]
    const who = stranger(server)
    const send = async (by: string, content: string, to = paper.id) => {
      const form = new FormData()
      form.append('file', new Blob([content]), 'passport.pdf')
      const response = await who.fetch(`${SIGN}${by}/attachments/${to}/`, { method: 'POST', body: form })
      return { status: response.status, body: (await response.json()) as { id: string; code?: string } }
    }
    expect((await send(theirs, 'x')).body.code).toBe('signing_misfit')
    const first = await send(token, 'old')
    const second = await send(token, 'new')
    expect(second.body).toMatchObject({ file_name: 'passport.pdf', size_bytes: 3 })
    expect((await signs(who, token, { values: { [paper.id]: first.body.id } })).status).toBe(400)
    expect((await signs(who, token, { values: { [paper.id]: second.body.id } })).status).toBe(200)
    expect((await send(token, 'late')).body.code).toBe('signing_misfit')
  })

  it('is drawn on a second device, once, by whoever was shown its address', async () => {
    const me = await owner(server)
    const signer = person()
    await session(me, [signer])
    const token = await tokenOf(server, signer)
    const [who, phone] = [stranger(server), stranger(server)]
    const { body: device } = await who.json('POST', `${SIGN}${token}/device/`, { kind: 'signature' })
    const at = `${SIGNING}device/${new URL(device.url).pathname.split('/').at(-1)}/`
    expect((await who.json('GET', `${SIGN}${token}/device/`)).body).toMatchObject({
      connected: false,
      picture: null,
    })
    expect((await phone.json('GET', at)).body).toMatchObject({ name: signer.name, kind: 'signature' })
    const image = png()
    expect((await phone.json('POST', at, { picture: 'AAAA' })).status).toBe(400)
    expect((await phone.json('POST', at, { picture: image })).status).toBe(204)
    expect((await phone.json('POST', at, { picture: image })).body.code).toBe('link_expired')
    expect((await phone.json('GET', at)).body.code).toBe('link_expired')
    expect((await who.json('GET', `${SIGN}${token}/device/`)).body).toMatchObject({
      connected: true,
      picture: image,
    })
    expect((await signs(who, token, { signature: { how: 'device', picture: image } })).status).toBe(200)
  })
})

describe('the end of it', () => {
  it('is a sealed document for everybody who had a part, with the log’s last hash in it, and mails', async () => {
    const me = await owner(server)
    const [first, second, copy, viewer] = [
      person(),
      person({ group: 2, role: 'approver' }),
      person({ role: 'copy' }),
      person({ role: 'viewer' }),
    ]
    const [words, tick] = [
      field(first, { kind: 'text', places: [{ page: 2, rect }] }),
      field(first, { kind: 'checkbox' }),
    ]
    const made = await session(me, [first, second, copy, viewer], { fields: [field(first), words, tick] })
    const who = stranger(server)
    await signs(who, await tokenOf(server, first), { values: { [words.id]: 'hereby', [tick.id]: true } })
    const last = await signs(who, await tokenOf(server, second), { signature: null })
    expect(['sealing', 'completed']).toContain(last.body.state)
    const at = `${SESSIONS}${made.id}/`
    const done = await until(20, async () => {
      const { body } = await me.json('GET', at)
      return body.state === 'completed' && body
    })
    expect(done).toMatchObject({
      done: 2,
      acting: 2,
      problem: null,
      result: { file_name: 'Lease, signed.pdf', time_stamped: false },
    })
    const bytes = Buffer.from(await (await me.fetch(`${at}result/`)).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(done.result.sha256)
    const room = /\/Contents <([0-9a-f]+)>/.exec(bytes.toString('latin1'))?.[1] ?? ''
    expect(room).toMatch(/^30[0-9a-f]{200}/)

    const said = JSON.parse(bytes.toString().split('\n')[1] ?? '')
    expect(said.stamps).toMatchObject([
      { page: 1, rect, kind: 'picture', file: 1 },
      { page: 2, rect, kind: 'text', text: 'hereby' },
      { page: 1, kind: 'tick' },
    ])
    const log = await logOf(me, made.id)
    const { end, recipients } = said.certificate
    expect(recipients.map(({ done_at }: { done_at: string | null }) => done_at !== null)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(log.rows[end.number - 1]).toMatchObject({ event: 'acted', hash: end.hash })
    expect(log.rows.at(-1)).toMatchObject({ event: 'sealed', facts: { sha256: done.result.sha256 } })
    expect(log.intact).toBe(true)

    for (const one of [first, second, copy, viewer]) {
      expect((await mailsTo(one.email)).at(-1)).toBe('“Lease” is completed')
      const token = await tokenOf(server, one)
      expect((await view(who, token)).state).toBe('completed')
      const taken = await who.fetch(`${SIGN}${token}/result/`)
      expect(Buffer.from(await taken.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect(await mailsTo(`${me.username}@mail.example`)).toContain('“Lease” is completed')
    // Nothing of the run is in anybody's list.
    expect((await me.json('GET', '/api/v1/conversion/')).body.count).toBe(0)
  })

  it('is told where the result cannot be made, and is tried again', async () => {
    const me = await owner(server)
    const one = person()
    const made = await session(me, [one], { content: 'fail seal source_damaged until-it-may' })
    server.held.release('until-it-may')
    expect((await signs(stranger(server), await tokenOf(server, one))).body.state).toBe('sealing')
    const at = `${SESSIONS}${made.id}/`
    const stuck = await until(20, async () => {
      const { body } = await me.json('GET', at)
      return body.problem && body
    })
    expect(stuck).toMatchObject({
      state: 'sealing',
      problem: 'The file fails with source_damaged.',
      result: null,
    })
    expect(await mailsTo(`${me.username}@mail.example`)).toContain(
      '“Lease” is signed, but could not be sealed',
    )
    const again = await me.json('POST', `${at}seal/`)
    expect(again.body.problem).toBeNull()
    expect((await me.json('POST', `${at}seal/`)).body.code).toBe('signing_misfit')
    // While it is being made it is not called off; where that failed it is, and can be removed.
    expect((await me.json('POST', `${at}void/`, {})).body.code).toBe('signing_misfit')
    server.held.release('until-it-may')
    await until(20, async () => (await me.json('GET', at)).body.problem)
    expect((await me.json('POST', `${at}void/`, {})).body.state).toBe('voided')
    expect((await me.json('DELETE', at)).status).toBe(204)
  })
})

describe('who one is', () => {
  it('is shown by the owner’s code: before, nothing is said of the document', async () => {
    const me = await owner(server)
    const signer = person({ access: 'code', access_code: 'harbour 7' })
    const made = await session(me, [signer])
    expect(JSON.stringify(made)).not.toContain('harbour')
    const token = await tokenOf(server, signer)
    const who = stranger(server)
    const locked = await view(who, token)
    expect(locked).toMatchObject({ locked: 'code', title: null, document: null, fields: [], others: [] })
    for (const closed of [
      who.json('GET', `${SIGN}${token}/document/`),
      signs(who, token),
      who.json('POST', `${SIGN}${token}/decline/`, {}),
    ])
      expect((await closed).body.code).toBe('signing_locked')
    expect((await who.json('POST', `${SIGN}${token}/open/`, { code: 'harbour 8' })).body.code).toBe(
      'invalid_code',
    )
    const open = await who.json('POST', `${SIGN}${token}/open/`, { code: 'harbour 7' })
    expect(open.body).toMatchObject({ locked: null, state: 'open' })
    expect((await view(who, token)).locked).toBeNull()
    // Another browser is nobody yet.
    expect((await view(stranger(server), token)).locked).toBe('code')
    expect((await signs(who, token)).status).toBe(200)
    const log = await logOf(me, made.id)
    expect(log.rows.find(({ event }) => event === 'identified')?.facts).toEqual({ by: 'access code' })
    expect(log.rows.map(({ event }) => event)).toContain('opened')
    // A code that is known can be used for ever; the log does not grow for ever with it.
    for (let times = 0; times < 40; times++)
      await stranger(server).json('POST', `${SIGN}${token}/open/`, { code: 'harbour 7' })
    const later = await events(me, made.id)
    expect(later.filter((event) => event === 'identified')).toHaveLength(20)
    for (let tries = 0; tries < 12; tries++)
      await stranger(server).json('POST', `${SIGN}${token}/open/`, { code: `guess ${tries}` })
    const stopped = await stranger(server).json('POST', `${SIGN}${token}/open/`, { code: 'harbour 7' })
    expect(stopped.status).toBe(429)
  })

  it('is shown by a code that is sent to the address', async () => {
    const me = await owner(server)
    const signer = person({ access: 'email' })
    await session(me, [signer])
    const token = await tokenOf(server, signer)
    const who = stranger(server)
    expect(await view(who, token)).toMatchObject({
      locked: 'email',
      me: { email_hint: expect.stringMatching(/^s•+@mail\.example$/) },
    })
    expect((await who.json('POST', `${SIGN}${token}/email-code/`)).status).toBe(204)
    const code = codeIn(await lastMessage(server, signer.email))
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await who.json('POST', `${SIGN}${token}/open/`, { code: wrong })).body.attempts_left).toBe(4)
    expect((await who.json('POST', `${SIGN}${token}/open/`, { code })).body.locked).toBeNull()
    expect((await who.json('POST', `${SIGN}${token}/open/`, { code })).body.code).toBe('invalid_code')
    expect((await signs(who, token)).status).toBe(200)
  })
})

describe('it ends', () => {
  it('where one declines: for all, with the reason', async () => {
    const me = await owner(server)
    const [one, two] = [person(), person()]
    const made = await session(me, [one, two])
    const who = stranger(server)
    const token = await tokenOf(server, one)
    const declined = await who.json('POST', `${SIGN}${token}/decline/`, { reason: 'The rent is wrong' })
    expect(declined.body).toMatchObject({ state: 'declined', reason: 'The rent is wrong' })
    expect((await who.json('POST', `${SIGN}${token}/decline/`, {})).status).toBe(200)
    const theirs = await tokenOf(server, two)
    expect(await view(who, theirs)).toMatchObject({ state: 'declined', document: null, fields: [] })
    expect((await signs(who, theirs)).body.code).toBe('signing_closed')
    expect(await mailsTo(two.email)).toHaveLength(2)
    expect(await mailsTo(`${me.username}@mail.example`)).toContain('“Lease” was declined')
    expect((await events(me, made.id)).filter((event) => event === 'declined')).toHaveLength(1)
  })

  it('where its owner calls it off', async () => {
    const me = await owner(server)
    const one = person()
    const made = await session(me, [one])
    const off = await me.json('POST', `${SESSIONS}${made.id}/void/`, { reason: 'Sold' })
    expect(off.body).toMatchObject({ state: 'voided', void_reason: 'Sold' })
    const who = stranger(server)
    const token = await tokenOf(server, one)
    expect(await view(who, token)).toMatchObject({ state: 'voided', reason: 'Sold' })
    expect((await who.json('GET', `${SIGN}${token}/document/`)).body.code).toBe('signing_closed')
    expect((await me.json('DELETE', `${SESSIONS}${made.id}/`)).status).toBe(204)
    expect((await who.json('GET', `${SIGN}${token}/`)).status).toBe(404)
  })

  it('when its time is over, and goes on where it stood with a later deadline', async () => {
    const me = await owner(server)
    const [one, two] = [person(), person()]
    const deadline = (ms: number) => new Date(Date.now() + ms).toISOString()
    const made = await session(me, [one, two], { deadline_at: deadline(3_600_000) })
    const who = stranger(server)
    const token = await tokenOf(server, two)
    await signs(who, await tokenOf(server, one))
    setClock(server, 2 * 3_600_000)
    try {
      // At once, whoever has noted it.
      expect((await view(who, token)).state).toBe('expired')
      expect((await signs(who, token)).body.code).toBe('signing_closed')
      await Promise.all([doDue(server.platform), doDue(server.platform)])
      expect((await me.json('GET', `${SESSIONS}${made.id}/`)).body.state).toBe('expired')
      expect((await events(me, made.id)).filter((event) => event === 'expired')).toHaveLength(1)
      const later = await me.json('POST', `${SESSIONS}${made.id}/extend/`, {
        deadline_at: deadline(24 * 3_600_000),
      })
      expect(later.body).toMatchObject({ state: 'open', done: 1, ended_at: null })
      expect((await signs(who, token)).status).toBe(200)
    } finally {
      setClock(server, 0)
    }
  })
})

describe('it goes on', () => {
  it('by reminders: asked for, not too often, and by themselves', async () => {
    const me = await owner(server)
    const [one, two] = [person(), person({ group: 2 })]
    const made = await session(me, [one, two], { reminders: { first_after_days: 2, every_days: 1 } })
    const remind = (body = {}) => me.json('POST', `${SESSIONS}${made.id}/remind/`, body)
    expect((await remind()).body.recipients[0].reminded_at).not.toBeNull()
    expect(await mailsTo(one.email)).toHaveLength(2)
    expect((await remind({ recipient_id: two.id })).body.code).toBe('signing_misfit')
    await remind()
    await remind()
    expect((await remind()).status).toBe(429)
    await server.platform.limits.forget(LIMIT_RULES.signingRemind, one.id)
    const sent = (await mailsTo(one.email)).length
    const day = 86_400_000
    try {
      for (const [days, more] of [
        [1, 0],
        [2.1, 1],
        [2.2, 1],
        [3.2, 2],
      ] as const) {
        setClock(server, days * day)
        await Promise.all([doDue(server.platform), doDue(server.platform)])
        expect([days, (await mailsTo(one.email)).length - sent]).toEqual([days, more])
      }
      await signs(stranger(server), await tokenOf(server, one))
      setClock(server, 4.5 * day)
      await doDue(server.platform)
      expect((await mailsTo(one.email)).length - sent).toBe(2)
    } finally {
      setClock(server, 0)
    }
  })

  it('with somebody else, where one may pass it on: with the fields, by a link of their own', async () => {
    const me = await owner(server)
    const [one, two] = [person({ may_delegate: true }), person()]
    const made = await session(me, [one, two])
    const who = stranger(server)
    const token = await tokenOf(server, one)
    const heir = { name: 'The deputy', email: `deputy-${process.pid}@mail.example` }
    const mine = await tokenOf(server, two)
    expect((await who.json('POST', `${SIGN}${mine}/delegate/`, heir)).body.code).toBe('signing_misfit')
    expect((await who.json('POST', `${SIGN}${token}/delegate/`, heir)).body.state).toBe('delegated')
    expect((await signs(who, token)).body.code).toBe('signing_misfit')
    const theirs = await tokenOf(server, heir)
    expect((await view(who, theirs)).fields).toHaveLength(1)
    expect((await signs(who, theirs)).body.state).toBe('done')
    const { body } = await me.json('GET', `${SESSIONS}${made.id}/`)
    expect([body.done, body.acting]).toEqual([1, 2])
    expect(body.recipients[2]).toMatchObject({ name: 'The deputy', delegated_from: one.id })
  })

  it('as a duplicate: one draft for ten requests with a key, and a part that was passed on goes back', async () => {
    const me = await owner(server)
    const [first, heir] = [person({ may_delegate: true }), person()]
    const made = await session(me, [first], { title: 'Lease' })
    const delegate = { name: 'The deputy', email: heir.email }
    const at = `${SIGN}${await tokenOf(server, first)}/delegate/`
    expect((await stranger(server).json('POST', at, delegate)).status).toBe(200)
    const key = { 'idempotency-key': randomUUID() }
    const duplicate = `${SESSIONS}${made.id}/duplicate/`
    const all = await Promise.all(
      Array.from({ length: 10 }, () => me.json('POST', duplicate, undefined, key)),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
    const [copy] = all
    expect(new Set(all.map(({ body }) => body.id))).toEqual(new Set([copy?.body.id]))
    expect(copy?.body.recipients).toMatchObject([{ email: first.email, state: 'waiting', token: null }])
    expect(copy?.body.fields).toMatchObject([{ recipient_id: copy?.body.recipients[0].id }])
    expect(await events(me, copy?.body.id)).toEqual(['created'])
    expect((await me.json('GET', SESSIONS)).body.count).toBe(2)
    expect(await mailsTo(first.email), 'nobody is told of a draft').toHaveLength(1)
    const other = await me.json('POST', `${SESSIONS}${copy?.body.id}/duplicate/`, undefined, key)
    expect(other.body.code).toBe('idempotency_conflict')
  })

  it('from a template: document, parts and fields, without the people', async () => {
    const me = await owner(server)
    const one = person({ name: 'Tenant' })
    const made = await session(me, [one], { draft: true, title: 'Lease' })
    const kept = await me.json('POST', `${SIGNING}templates/`, {
      session_id: made.id,
      name: 'Standard lease',
    })
    expect(kept.body).toMatchObject({ name: 'Standard lease', recipients: [{ id: one.id, name: 'Tenant' }] })
    expect(JSON.stringify(kept.body)).not.toContain(one.email)
    await me.json('DELETE', `${SESSIONS}${made.id}/`)
    const begun = await me.json('POST', SESSIONS, {
      template_id: kept.body.id,
      recipients: [{ ...person(), id: one.id }],
    })
    expect(begun.body).toMatchObject({ state: 'open', title: 'Lease', fields: [{ kind: 'signature' }] })
    const again = await me.json('POST', SESSIONS, {
      template_id: kept.body.id,
      recipients: [{ ...person(), id: one.id }],
    })
    expect(again.body, 'as often as one likes, at the same time').toMatchObject({ state: 'open' })
    expect((await me.json('GET', `${SIGNING}templates/`)).body.count).toBe(1)
    expect((await (await owner(server)).json('DELETE', `${SIGNING}templates/${kept.body.id}/`)).status).toBe(
      404,
    )
    expect((await me.json('DELETE', `${SIGNING}templates/${kept.body.id}/`)).status).toBe(204)
  })
})

describe('an account that is to be deleted', () => {
  it('has nobody reminded of what they cannot sign, and those again who can where it is kept', async () => {
    const me = await owner(server)
    const one = person()
    const made = await session(me, [one], { reminders: { first_after_days: 2, every_days: 3 } })
    const reminded = async () => (await mailsTo(one.email)).filter((subject) => /^Reminder/.test(subject))
    await me.json('DELETE', '/api/v1/user/me/')
    try {
      setClock(server, 2.5 * 86_400_000)
      await doDue(server.platform)
      expect(await reminded()).toEqual([])
      await server.platform.db.execute(
        sql`update users set delete_after = null where username = ${me.username}`,
      )
      setClock(server, 6 * 86_400_000)
      await doDue(server.platform)
      expect(await reminded()).toHaveLength(1)
    } finally {
      setClock(server, 0)
    }
    const people = await server.platform.db
      .select()
      .from(signingRecipients)
      .where(eq(signingRecipients.sessionId, made.id))
    expect(people.map(({ state }) => state)).toEqual(['invited'])
  })
})

describe('the log', () => {
  it('is only ever added to; what is changed behind the database’s back is found', async () => {
    const me = await owner(server)
    const one = person()
    const made = await session(me, [one, person()])
    await signs(stranger(server), await tokenOf(server, one))
    const { db } = server.platform
    const here = eq(signingEvents.sessionId, made.id)
    await expect(db.update(signingEvents).set({ who: 'Nobody' }).where(here)).rejects.toThrow()
    await expect(db.delete(signingEvents).where(here)).rejects.toThrow()
    await expect(db.execute('truncate signing_events')).rejects.toThrow()
    expect(await logOf(me, made.id)).toMatchObject({ intact: true, first_broken: null })
    await db.transaction(async (tx) => {
      await tx.execute('alter table signing_events disable trigger signing_events_kept')
      await tx.execute(
        sql`update signing_events set who = 'Nobody' where session_id = ${made.id} and number = 3`,
      )
      await tx.execute('alter table signing_events enable trigger signing_events_kept')
    })
    expect(await logOf(me, made.id)).toMatchObject({ intact: false, first_broken: 3 })
  })
})

describe('a list', () => {
  it('is the caller’s own, by state, title and person', async () => {
    const me = await owner(server)
    const one = person({ name: 'Ingeborg Ålund' })
    await session(me, [one], { title: 'Harbour lease' })
    await session(me, [], { draft: true, title: 'Boat' })
    const titles = async (query: string) =>
      (await me.json('GET', `${SESSIONS}?${query}`)).body.results.map(({ title }: { title: string }) => title)
    expect(await titles('')).toEqual(['Boat', 'Harbour lease'])
    expect(await titles('state=open')).toEqual(['Harbour lease'])
    expect(await titles('q=ålund')).toEqual(['Harbour lease'])
    expect(await titles(`q=${encodeURIComponent(one.email)}`)).toEqual(['Harbour lease'])
    expect(await titles('q=oat')).toEqual(['Boat'])
    expect(await titles('sort_by=title&sort_dir=asc')).toEqual(['Boat', 'Harbour lease'])
    expect((await (await owner(server)).json('GET', SESSIONS)).body.count).toBe(0)
  })
})
