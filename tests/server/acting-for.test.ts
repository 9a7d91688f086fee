import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusinessPolicies } from '../../contract/businesses.ts'
import type { Role } from '../../contract/permissions.ts'
import { hashToken, newToken } from '../../server/core/context.ts'
import {
  businesses,
  businessUsers,
  conversions,
  messages,
  objects,
  signingRecipients,
  signingSessions,
  userFiles,
} from '../../server/core/schema.ts'
import { senderOf } from '../../server/core/senders.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { makeOwner } from './make-owner.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const FILES = '/api/v1/user/storage/files/'
const POLICIES: BusinessPolicies = {
  second_factor: { required: false, grace_days: 14, required_from: null },
  email_domains: [],
  links: { max_days: null, password_required: false },
  buyers: ['owner'],
}

/** A business without members. */
async function business(name = 'Harbour & Co') {
  const id = await makeOwner(server, 'business', 50)
  const biz = `biz_${id.replace(/-/g, '').slice(0, 16)}`
  const { db } = server.platform
  await db.insert(businesses).values({ id, publicId: biz, name, policies: POLICIES })
  return { id, biz, header: { 'x-business-id': biz } }
}

async function member(businessId: string, role: Role, joinedAt = new Date()) {
  const client = await signUp(server.url)
  const { id: userId, email } = (await client.json('GET', '/api/v1/user/me/')).body
  await server.platform.db.insert(businessUsers).values({
    ...{ id: randomUUID(), businessId, userId, email, emailKey: email, name: client.username },
    ...{ role, status: 'active', joinedAt },
  })
  return Object.assign(client, { userId: userId as string, email: email as string })
}

const remove = (businessId: string, userId: string) =>
  server.platform.db
    .update(businessUsers)
    .set({ status: 'removed' })
    .where(and(eq(businessUsers.businessId, businessId), eq(businessUsers.userId, userId)))

async function upload(me: Client, headers: Record<string, string> = {}) {
  const form = new FormData()
  form.append('file', new Blob(['what the business has']), 'Plan.txt')
  const response = await me.fetch(`${FILES}upload/`, { method: 'POST', body: form, headers })
  return (await response.json()) as { id: string; download_url: string }
}
const names = async (me: Client, headers: Record<string, string> = {}) =>
  (await me.json('GET', FILES, undefined, headers)).body.results.map(
    ({ file_name }: { file_name: string }) => file_name,
  )

describe('a member who acts for a business', () => {
  it('makes what belongs to it, is seen by its other members, and is known as who made it', async () => {
    const { id, biz, header } = await business()
    const ana = await member(id, 'employee')
    const tom = await member(id, 'viewer')
    const file = await upload(ana, header)
    expect(await names(ana)).toEqual([])
    expect(await names(ana, header)).toEqual(['Plan.txt'])
    expect(await names(tom, header)).toEqual(['Plan.txt'])
    // By its number as well.
    const [row] = await server.platform.db.select().from(businesses).where(eq(businesses.id, id))
    expect(await names(tom, { 'x-business-id': String(row?.number) })).toEqual(['Plan.txt'])
    const [kept] = await server.platform.db.select().from(userFiles).where(eq(userFiles.id, file.id))
    expect(kept).toMatchObject({ ownerId: id, createdBy: ana.userId })
    // What a browser loads by itself names the business in its query; a change cannot.
    const content = await tom.fetch(`${FILES}${file.id}/content/?business_id=${biz}`)
    expect([content.status, await content.text()]).toEqual([200, 'what the business has'])
    expect((await tom.fetch(`${FILES}${file.id}/content/`)).status).toBe(404)
    expect((await ana.json('DELETE', `${FILES}${file.id}/?business_id=${biz}`)).status).not.toBe(204)
    expect((await tom.fetch(`${FILES}${file.id}/content/?business_id=${biz}`)).status).toBe(200)
  })

  it('spends its credits, and keeps their own', async () => {
    const { id, header } = await business()
    const ana = await member(id, 'employee')
    const left = async (headers: Record<string, string> = {}) =>
      (await ana.json('GET', '/api/v1/docs_core/credits/', undefined, headers)).body.remaining
    const own = await left()
    const form = new FormData()
    form.append('target_format', 'html')
    form.append('file', new Blob(['# Hello']), 'note.md')
    const sent = await ana.fetch('/api/v1/pdf_handler/convert/', {
      method: 'POST',
      body: form,
      headers: header,
    })
    expect(sent.status).toBe(202)
    const { conversion_id } = (await sent.json()) as { conversion_id: string }
    expect(await left()).toBe(own)
    expect(await left(header)).toBeLessThan(50)
    const [row] = await server.platform.db.select().from(conversions).where(eq(conversions.id, conversion_id))
    expect(row).toMatchObject({ ownerId: id, createdBy: ana.userId })
  })

  it('is themselves in what is personal', async () => {
    const { id, header } = await business()
    const ana = await member(id, 'viewer')
    const me = await ana.json('PATCH', '/api/v1/user/me/', { first_name: 'Ana' }, header)
    expect([me.status, me.body.first_name]).toEqual([200, 'Ana'])
  })

  it('sends in their name and the business’s; once they have left, news go to who is there', async () => {
    const { id, header } = await business()
    const ana = await member(id, 'employee')
    const owner = await member(id, 'owner')
    await ana.json('PATCH', '/api/v1/user/me/', { first_name: 'Ana', last_name: 'Ruiz' })
    const file = await upload(ana, header)
    const made = await ana.json('POST', '/api/v1/user/shares/', { file_id: file.id, notify: true }, header)
    const at = `/api/v1/user/shares/public/${made.body.token}/`
    const stranger = new Client(server.url)
    expect((await stranger.json('GET', at)).body.from.name).toBe('Ana Ruiz, Harbour & Co')
    expect(await senderOf(server.platform.db, { ownerId: id, createdBy: ana.userId })).toMatchObject({
      email: ana.email,
      name: 'Ana Ruiz, Harbour & Co',
    })
    await remove(id, ana.userId)
    await stranger.json('POST', `${at}download/`, {})
    const told = await server.platform.db.select().from(messages).where(eq(messages.userId, owner.userId))
    expect(told.map(({ recipient }) => recipient)).toContain(owner.email)
    // A suspended business's links do not open.
    await server.platform.db.update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, id))
    expect((await stranger.json('GET', at)).body.code).toBe('share_unavailable')
  })

  it('is refused from one request to the next once they were removed', async () => {
    const { id, header } = await business()
    const ana = await member(id, 'employee')
    const begun = await ana.json(
      'POST',
      '/api/v1/user/storage/uploads/',
      { file_name: 'Plan.txt', size_bytes: 8 },
      header,
    )
    const piece = (offset: number, text: string) =>
      ana.fetch(`/api/v1/user/storage/uploads/${begun.body.upload_id}/?offset=${offset}`, {
        method: 'PATCH',
        body: text,
        headers: { ...header, 'content-type': 'application/octet-stream' },
      })
    expect((await piece(0, 'half')).status).toBe(200)
    await remove(id, ana.userId)
    expect((await piece(4, 'more')).status).toBe(404)
    // Another member finishes it: nothing that arrived was lost.
    const tom = await member(id, 'employee')
    const rest = await tom.fetch(`/api/v1/user/storage/uploads/${begun.body.upload_id}/?offset=4`, {
      method: 'PATCH',
      body: 'more',
      headers: { ...header, 'content-type': 'application/octet-stream' },
    })
    expect(rest.status).toBe(200)
    expect(await names(tom, header)).toEqual(['Plan.txt'])
  })
})

it('lets nobody sign what a suspended business has sent, and goes on afterwards', async () => {
  const { id } = await business()
  const { db } = server.platform
  const [session, token, key] = [randomUUID(), newToken(), `uploads/${randomUUID()}`]
  await db.insert(objects).values({ key, ownerId: id, state: 'stored', filename: 'a.pdf', sha256: 'x' })
  await db.insert(signingSessions).values({
    ...{ id: session, ownerId: id, state: 'open', title: 'Lease', documentKey: key, fileName: 'a.pdf' },
    ...{ sizeBytes: 1, sha256: 'x', pages: 1 },
  })
  await db.insert(signingRecipients).values({
    ...{ id: randomUUID(), sessionId: session, position: 0, name: 'Rui', email: 'rui@mail.example' },
    ...{ role: 'signer', group: 1, state: 'invited', tokenHash: hashToken(token) },
  })
  const view = async () =>
    (await new Client(server.url).json('GET', `/api/v1/pdf_handler/signing/sign/${token}/`)).body
  expect(await view()).toMatchObject({ state: 'open', sender: { name: 'Harbour & Co' } })
  const set = (status: 'active' | 'suspended') =>
    db.update(businesses).set({ status }).where(eq(businesses.id, id))
  await set('suspended')
  expect((await view()).state).toBe('paused')
  await set('active')
  expect((await view()).state).toBe('open')
})

describe('a key of a business', () => {
  it('acts for it without naming it, and outlives the member who made it', async () => {
    const { id, header } = await business()
    const owner = await member(id, 'owner')
    const make = (scopes: string[]) =>
      owner.json('POST', '/api/v1/user/api-keys/', { name: 'nightly', scopes }, header)
    const personal = await make(['storage:read', 'account:read'])
    expect([personal.status, personal.body.errors[0].path]).toEqual([400, 'scopes'])
    const { key } = (await make(['storage:read', 'storage:write'])).body
    await remove(id, owner.userId)
    const program = new Client(server.url)
    const bearer = { authorization: `Bearer ${key}` }
    const file = await upload(program, bearer)
    const [kept] = await server.platform.db.select().from(userFiles).where(eq(userFiles.id, file.id))
    expect(kept).toMatchObject({ ownerId: id, createdBy: null })
    expect((await program.json('GET', '/api/v1/user/me/', undefined, bearer)).body.code).toBe(
      'insufficient_scope',
    )
    await server.platform.db.update(businesses).set({ status: 'closed' }).where(eq(businesses.id, id))
    expect((await program.json('GET', FILES, undefined, bearer)).body.code).toBe('invalid_token')
  })
})
