import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusinessPolicies } from '../../contract/businesses.ts'
import { contract, pathsOf } from '../../contract/contract.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Family } from '../../contract/families.ts'
import {
  BUSINESS_PERMISSIONS,
  isPersonal,
  isRead,
  type Permission,
  ROLE_TABLE,
  ROLES,
  type Role,
  scopeOf,
} from '../../contract/permissions.ts'
import { SCOPE_NAMES, type Scope } from '../../contract/scopes.ts'
import { issueTokens } from '../../server/core/access-tokens.ts'
import { hashToken, newToken } from '../../server/core/context.ts'
import {
  apiKeys,
  batches,
  batchItems,
  businessDocuments,
  businesses,
  businessUsers,
  challenges,
  conversions,
  deviceLinks,
  events,
  identities,
  objects,
  owners,
  pipelineRuns,
  pipelines,
  promoCodes,
  purchases,
  quarantines,
  scanSessions,
  sessions,
  shares,
  signingEvents,
  signingFiles,
  signingRecipients,
  signingSessions,
  signingTemplates,
  trustedDevices,
  uploads,
  userFiles,
  users,
  visitors,
  webhookDeliveries,
  webhooks,
} from '../../server/core/schema.ts'
import { withPlatformTransaction } from '../../server/core/transaction.ts'
import { newWebhookSecret, sealSecret } from '../../server/core/webhooks/secrets.ts'
import { startServer, type TestServer } from './harness.ts'

/**
 * Every operation × every credential. Who may do what follows from the contract alone; this asks
 * the running server the same, one request at a time, each in the name of somebody who was made for
 * it.
 */
let server: TestServer
/** A refused request changes nothing, so all of them share one account, and one business. */
let refusedUser: string
let refusedBusiness: Business
beforeAll(async () => {
  server = await startServer()
  refusedUser = await makeUser()
  refusedBusiness = await makeBusiness()
})
afterAll(() => server.stop())

type Headers = Record<string, string>
const DAY = 86_400_000
const ago = (ms: number) => new Date(Date.now() - ms)
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/**
 * Without credits: what an operation costs is asked after who may call it, and a grant would be
 * most of this test's work.
 */
async function makeOwner(kind: 'user' | 'business'): Promise<string> {
  const id = randomUUID()
  await server.platform.db.insert(owners).values({ id, kind })
  return id
}

async function makeUser(isAdmin = false): Promise<string> {
  const id = await makeOwner('user')
  const name = `m${id.slice(0, 8)}${id.slice(9, 13)}`
  const { db } = server.platform
  await db.insert(users).values({
    id,
    username: name,
    usernameKey: name,
    email: `${name}@mail.example`,
    emailKey: `${name}@mail.example`,
    passwordHash: 'none',
    isAdmin,
  })
  return id
}

async function makeSession(userId: string, more: Partial<typeof sessions.$inferInsert> = {}) {
  const token = newToken()
  const id = randomUUID()
  await server.platform.db.insert(sessions).values({
    id,
    userId,
    tokenHash: hashToken(token),
    address: '127.0.0.1',
    userAgent: 'test',
    methods: ['password'],
    expiresAt: new Date(Date.now() + DAY),
    ...more,
  })
  return { id, token, headers: { cookie: `session=${token}` } }
}

async function makeKey(
  userId: string,
  scopes: readonly Scope[],
  expiresAt: Date | null = null,
): Promise<Headers> {
  const token = `fw_${newToken()}`
  await server.platform.db.insert(apiKeys).values({
    id: randomUUID(),
    ownerId: userId,
    name: 'k',
    prefix: token.slice(0, 7),
    tokenHash: hashToken(token),
    scopes: [...scopes],
    expiresAt,
  })
  return bearer(token)
}

async function accessToken(userId: string, alive: boolean): Promise<Headers> {
  const { platform } = server
  const { id } = await makeSession(userId)
  const { accessToken } = await withPlatformTransaction(platform, (platform, tx) =>
    issueTokens(platform, tx, { sessionId: id, userId }),
  )
  if (!alive) await platform.db.execute(`delete from sessions where id = '${id}'`)
  return bearer(accessToken)
}

/** Somebody who asks: what they show, and what the contract says of them. */
interface Credential {
  name: string
  /** Headers for a new person; `userId` is whose account it is, where it is one's. */
  make(endpoint: Endpoint, userId: string): Promise<Headers>
  /** The refusal that the contract foresees, or null where they are let in. */
  refusal(endpoint: Endpoint): string | null
}

const needsAccount = ({ auth }: Endpoint) => auth === 'account' || auth === 'admin'
const stranger = (endpoint: Endpoint) => (needsAccount(endpoint) ? 'unauthenticated' : null)
const nobody = ({ auth }: Endpoint) => (auth === 'open' ? null : 'invalid_token')
const person = (endpoint: Endpoint) => (endpoint.auth === 'admin' ? 'forbidden' : null)
const keyHolder = (scopes: (needed: Scope | null) => boolean) => (endpoint: Endpoint) => {
  if (endpoint.auth === 'open') return null
  if (endpoint.sessionOnly) return 'session_required'
  return scopes(scopeOf(endpoint)) ? null : 'insufficient_scope'
}

/**
 * What a phone's operations say to these headers: a pairing token decides, and one that opens
 * nothing is like none that exists.
 */
function atPhone(name: string, { authorization }: Headers): string | null {
  // It asks for a form before it asks who sends it.
  if (name === 'addPairedPage') return null
  if (authorization === undefined) return 'unauthenticated'
  return /^Bearer [\w-]{43}$/.test(authorization) ? null : 'pairing_required'
}

const CREDENTIALS: Credential[] = [
  { name: 'anonymous', make: async () => ({}), refusal: stranger },
  {
    name: 'a visitor',
    make: async () => {
      const token = newToken()
      const id = randomUUID()
      await server.platform.db.insert(owners).values({ id, kind: 'visitor' })
      await server.platform.db.insert(visitors).values({ id, tokenHash: hashToken(token) })
      return { cookie: `visitor=${token}` }
    },
    refusal: stranger,
  },
  {
    name: 'half signed in',
    make: async (_, userId) => {
      const token = newToken()
      await server.platform.db.insert(challenges).values({
        id: randomUUID(),
        userId,
        tokenHash: hashToken(token),
        firstMethod: 'password',
        expiresAt: new Date(Date.now() + DAY),
      })
      return { cookie: `sign-in=${token}` }
    },
    refusal: stranger,
  },
  {
    name: 'half signed in, with that token as a session’s',
    make: async (endpoint, userId) => {
      const half = CREDENTIALS.find(({ name }) => name === 'half signed in') as Credential
      const { cookie = '' } = await half.make(endpoint, userId)
      return { cookie: cookie.replace('sign-in=', 'session=') }
    },
    refusal: stranger,
  },
  { name: 'a member', make: async (_, userId) => (await makeSession(userId)).headers, refusal: person },
  {
    name: 'a member who has not confirmed lately',
    make: async (_, userId) => (await makeSession(userId, { confirmedAt: ago(3 * 3_600_000) })).headers,
    refusal: (endpoint) => person(endpoint) ?? (endpoint.sensitive ? 'step_up_required' : null),
  },
  {
    name: 'the admin',
    make: async () => (await makeSession(await makeUser(true))).headers,
    refusal: () => null,
  },
  {
    name: 'the admin who has not confirmed for an hour',
    make: async () => (await makeSession(await makeUser(true), { confirmedAt: ago(3_600_000) })).headers,
    refusal: (endpoint) => (endpoint.auth === 'admin' && endpoint.sensitive ? 'step_up_required' : null),
  },
  { name: 'an access token', make: (_, userId) => accessToken(userId, true), refusal: person },
  {
    name: 'an access token of a session that ended',
    make: (_, userId) => accessToken(userId, false),
    refusal: nobody,
  },
  {
    name: 'an API key with every scope',
    make: (_, userId) => makeKey(userId, SCOPE_NAMES),
    refusal: keyHolder(() => true),
  },
  {
    name: 'an API key with the one scope',
    make: (endpoint, userId) => {
      const needed = scopeOf(endpoint)
      return makeKey(userId, needed ? [needed] : [])
    },
    refusal: keyHolder(() => true),
  },
  {
    name: 'an API key with every other scope',
    make: (endpoint, userId) =>
      makeKey(
        userId,
        SCOPE_NAMES.filter((scope) => scope !== scopeOf(endpoint)),
      ),
    refusal: keyHolder((needed) => needed === null),
  },
  {
    name: 'an API key of the admin',
    make: async () => makeKey(await makeUser(true), SCOPE_NAMES),
    refusal: keyHolder(() => true),
  },
  { name: 'a revoked API key', make: async () => bearer(`fw_${newToken()}`), refusal: nobody },
  {
    name: 'an API key that ran out',
    make: (_, userId) => makeKey(userId, SCOPE_NAMES, ago(1000)),
    refusal: nobody,
  },
  {
    name: 'a session that ran out',
    make: async (_, userId) => (await makeSession(userId, { expiresAt: ago(1000) })).headers,
    refusal: stranger,
  },
  {
    name: 'a session that lay idle',
    make: async (_, userId) => (await makeSession(userId, { lastSeenAt: ago(2 * DAY) })).headers,
    refusal: stranger,
  },
  {
    name: 'a session’s token as a bearer',
    make: async (_, userId) => bearer((await makeSession(userId)).token),
    refusal: nobody,
  },
  // Recipients of signing pages and paired phones have tokens of their own, which open their page
  // and are nobody's account.
  {
    name: 'a signer’s token',
    make: async (_, userId) => bearer((await makeSigning(userId)).token),
    refusal: nobody,
  },
  {
    name: 'a phone’s pairing token',
    make: async (_, userId) => {
      const scanSessionId = await makeScan(userId)
      const token = newToken()
      const expiresAt = new Date(Date.now() + DAY)
      await server.platform.db
        .insert(deviceLinks)
        .values({ scanSessionId, tokenHash: hashToken(token), expiresAt })
      return bearer(token)
    },
    refusal: nobody,
  },
]

const REFUSALS = new Set([
  'unauthenticated',
  'invalid_token',
  'session_required',
  'insufficient_scope',
  'pairing_required',
  'forbidden',
  'step_up_required',
])

/** What each kind of id stands for, made for an owner. A new kind of id has to be named here. */
const THINGS: Record<string, (ownerId: string, endpoint: Endpoint) => Promise<string>> = {
  conversion_id: (ownerId, endpoint) => makeConversion(ownerId, familyOf(endpoint)),
  batch_id: async (ownerId, endpoint) => {
    const id = randomUUID()
    const conversionId = await makeConversion(ownerId, familyOf(endpoint))
    await server.platform.db.insert(batches).values({ id, ownerId, filename: 'batch.zip' })
    await server.platform.db.insert(batchItems).values({ batchId: id, conversionId, position: 0 })
    return id
  },
  session_id: async (userId, { area }) =>
    area === 'signing'
      ? (await makeSigning(userId)).id
      : area === 'scan'
        ? makeScan(userId)
        : (await makeSession(userId)).id,
  page_id: async () => randomUUID(),
  recipient_id: async (userId) => (await makeSigning(userId)).recipientId,
  attachment_id: async (userId) => {
    const { id: sessionId, recipientId } = await makeSigning(userId)
    const id = randomUUID()
    await server.platform.db.insert(signingFiles).values({
      ...{ id, sessionId, recipientId, fieldId: randomUUID(), kind: 'attachment' as const },
      ...{ objectKey: await makeObject(userId), fileName: 'a.txt', sizeBytes: 1, sha256: 'x' },
    })
    return id
  },
  template_id: async (ownerId) => {
    const id = randomUUID()
    const file = { file_name: 'a.pdf', size_bytes: 1, sha256: 'x', pages: 1 }
    const empty = { title: 'S', message: '', recipients: [], fields: [], reminders: null }
    await server.platform.db.insert(signingTemplates).values({
      id,
      ownerId,
      name: 'T',
      documentKey: await makeObject(ownerId),
      draft: { ...file, ...empty, show_signatures: false },
    })
    return id
  },
  key_id: async (userId) => {
    const id = randomUUID()
    await server.platform.db.insert(apiKeys).values({
      id,
      ownerId: userId,
      name: 'k',
      prefix: 'fw_xxxx',
      tokenHash: hashToken(newToken()),
      scopes: ['account:read'],
    })
    return id
  },
  device_id: async (userId) => {
    const id = randomUUID()
    await server.platform.db.insert(trustedDevices).values({
      id,
      userId,
      tokenHash: hashToken(newToken()),
      address: '127.0.0.1',
      userAgent: 'test',
      expiresAt: new Date(Date.now() + DAY),
    })
    return id
  },
  identity_id: async (userId) => {
    const id = randomUUID()
    await server.platform.db
      .insert(identities)
      .values({ id, userId, provider: 'google', issuer: 'https://accounts.google.com', subject: id })
    return id
  },
  file_id: makeFile,
  promo_id: async () => {
    const id = randomUUID()
    const code = id.slice(0, 8).toUpperCase()
    await server.platform.db
      .insert(promoCodes)
      .values({ id, code, codeKey: code, credits: 10, createdAt: new Date() })
    return id
  },
  purchase_id: async (ownerId) => {
    const id = randomUUID()
    await server.platform.db.insert(purchases).values({
      ...{
        id,
        ownerId,
        kind: 'pack',
        item: 'pack-250',
        interval: 'once',
        name: '250 credits',
        status: 'fulfilled',
      },
      ...{ amount: 400, currency: 'EUR', createdAt: new Date() },
      ...{ invoiceNumber: `2020-${id.slice(0, 8)}`, invoicedAt: new Date() },
    })
    return id
  },
  link_id: async (ownerId) => {
    const id = randomUUID()
    await server.platform.db.insert(shares).values({
      id,
      ownerId,
      tokenHash: hashToken(newToken()),
      fileId: await makeFile(ownerId),
      name: 'a.md',
      fileName: 'a.md',
      sizeBytes: 1,
      family: 'document',
      sha256: 'x',
    })
    return id
  },
  webhook_id: makeWebhook,
  // Of the webhook that was made for the same path.
  delivery_id: async (ownerId) => {
    const { db } = server.platform
    const id = randomUUID()
    const now = new Date()
    const [webhook] = await db
      .select()
      .from(webhooks)
      .where(eq(webhooks.ownerId, ownerId))
      .orderBy(desc(webhooks.createdAt))
      .limit(1)
    const [webhookId, eventId] = [webhook?.id ?? (await makeWebhook(ownerId)), randomUUID()]
    const type = 'file.created' as const
    await db.insert(events).values({ id: eventId, ownerId, type, body: '{}', createdAt: now })
    await db.insert(webhookDeliveries).values({
      ...{ id, webhookId, eventId, type, createdAt: now, completedAt: now },
      ...{ trigger: 'event', status: 'failed' },
    })
    return id
  },
  pipeline_id: async (ownerId) => {
    const id = randomUUID()
    await server.platform.db.insert(pipelines).values({ id, ownerId, name: 'P', steps: [] })
    return id
  },
  run_id: async (ownerId) => {
    const id = randomUUID()
    await server.platform.db.insert(pipelineRuns).values({ id, ownerId, name: 'P', steps: [] })
    return id
  },
  version_id: makeFile,
  account_id: async (userId) => userId,
  quarantine_id: async (ownerId) => {
    const id = randomUUID()
    const file = { objectKey: await makeObject(ownerId), fileName: 'a.md' }
    await server.platform.db
      .insert(quarantines)
      .values({ id, ...file, reason: 'Reported', createdAt: new Date() })
    return id
  },
  /** The business itself, or a new one of a person's. */
  business_id: async (ownerId) => {
    const [found] = await server.platform.db.select().from(businesses).where(eq(businesses.id, ownerId))
    if (found) return found.publicId
    const { id, header } = await makeBusiness()
    await joinBusiness(id, ownerId, { role: 'owner' })
    return header
  },
  /** Somebody who is invited to the business; where there is none, nobody. */
  user_id: async (ownerId) => {
    const id = randomUUID()
    const { db } = server.platform
    const [found] = await db.select().from(businesses).where(eq(businesses.id, ownerId))
    if (found)
      await joinBusiness(ownerId, null, { id, status: 'invited', expiresAt: new Date(Date.now() + DAY) })
    return id
  },
  document_id: async (ownerId) => {
    const id = randomUUID()
    const { db } = server.platform
    const [found] = await db.select().from(businesses).where(eq(businesses.id, ownerId))
    if (found)
      await db.insert(businessDocuments).values({
        ...{ id, businessId: ownerId, kind: 'other', objectKey: await makeObject(ownerId) },
        ...{ fileName: 'a.pdf', format: 'pdf', sizeBytes: 1, sha256: 'x' },
      })
    return id
  },
  upload_id: async (ownerId) => {
    const id = randomUUID()
    const expiresAt = new Date(Date.now() + DAY)
    await server.platform.db
      .insert(uploads)
      .values({ id, ownerId, fileName: 'a.md', sizeBytes: 1, alreadyTracked: false, expiresAt })
    return id
  },
}
/**
 * Words in a path that name no thing of anybody’s; tokens open what they open to whoever has them,
 * and these are nobody’s.
 */
const WORDS: Record<string, string> = {
  token: 'x'.repeat(27),
  device: 'x'.repeat(32),
  field_id: '00000000-0000-4000-8000-000000000000',
  grant: 'x'.repeat(43),
  ticket: 'x'.repeat(59),
  part: 'picture',
  step: '1',
  filename: 'a.woff2',
  input_format: 'ttf',
  method: 'totp',
  provider: 'google',
  sample: 'image',
}

async function makeObject(ownerId: string): Promise<string> {
  const key = `uploads/${randomUUID()}`
  const bytes = join(server.folder, randomUUID())
  writeFileSync(bytes, 'x')
  await server.platform.objects.adopt(key, bytes)
  await server.platform.db
    .insert(objects)
    .values({ key, ownerId, state: 'stored', filename: 'a.md', sha256: 'x' })
  return key
}

/** When nobody has done anything to a session yet. */
const UNTOUCHED = new Date('2026-11-01T00:00:00Z')

/** A session that waits for one signer, with the token of their link. */
async function makeSigning(ownerId: string) {
  const { db } = server.platform
  const [id, recipientId, token] = [randomUUID(), randomUUID(), newToken()]
  await db.insert(signingSessions).values({
    id,
    ownerId,
    state: 'open',
    title: 'S',
    documentKey: await makeObject(ownerId),
    fileName: 'a.pdf',
    sizeBytes: 1,
    sha256: 'x',
    pages: 1,
    updatedAt: UNTOUCHED,
  })
  await db.insert(signingRecipients).values({
    id: recipientId,
    sessionId: id,
    position: 0,
    name: 'A',
    email: 'a@mail.example',
    role: 'signer',
    group: 1,
    state: 'invited',
    tokenHash: hashToken(token),
  })
  return { id, recipientId, token }
}

async function makeFile(ownerId: string): Promise<string> {
  const { db } = server.platform
  const id = randomUUID()
  const key = await makeObject(ownerId)
  await db.insert(userFiles).values({
    id,
    ownerId,
    objectKey: key,
    fileName: 'a.md',
    sizeBytes: 1,
    family: 'document',
    source: 'upload',
    alreadyTracked: false,
  })
  return id
}

async function makeConversion(ownerId: string, family: Family): Promise<string> {
  const id = randomUUID()
  await server.platform.db.insert(conversions).values({
    id,
    ownerId,
    family,
    operation: 'convert',
    status: 'completed',
    sourceFormat: 'md',
    targetFormat: 'html',
    filename: 'a.md',
    sizeBytes: 1,
    options: {},
    creditsQuoted: 0,
    creditsCharged: 0,
    output: { filename: 'a.html', format: 'html', size_bytes: 1, sha256: 'x', warnings: [] },
    completedAt: new Date(),
  })
  return id
}

async function makeScan(ownerId: string): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(Date.now() + DAY)
  await server.platform.db.insert(scanSessions).values({ id, ownerId, title: 'S', expiresAt })
  return id
}

async function makeWebhook(ownerId: string): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  await server.platform.db.insert(webhooks).values({
    ...{ id, ownerId, url: 'https://hooks.invalid/', events: ['*'], createdAt: now, updatedAt: now },
    secret: sealSecret(server.platform, newWebhookSecret()),
  })
  return id
}

function familyOf({ path }: Endpoint): Family {
  const [, family] =
    /\/(fonts|image|image_converter|video|video_converter|model|media_core)\//.exec(path) ?? []
  if (family === 'fonts') return 'font'
  if (family?.startsWith('image') || family === 'media_core') return 'image'
  if (family?.startsWith('video')) return 'video'
  return family === 'model' ? 'model' : 'document'
}

const paramsOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

async function fill(path: string, endpoint: Endpoint, ownerId: string): Promise<string> {
  let filled = path
  for (const name of paramsOf(path)) {
    const value = WORDS[name] ?? (await THINGS[name]?.(ownerId, endpoint))
    if (value === undefined) throw new Error(`what is {${name}}? Say it in THINGS.`)
    filled = filled.replace(`{${name}}`, value)
  }
  return filled
}

/** What has to be sent for an operation to be more than a request that is not right. */
const ASKED: Record<string, { body?: object; query?: string }> = {
  renameUserFile: { body: { file_name: 'b.md' } },
  appendToUpload: { query: '?offset=0' },
  updatePipeline: { body: { name: 'P', steps: [{ operation: 'watermark' }] } },
  extendSigning: { body: { deadline_at: null } },
  changeRecipient: { body: { name: 'B', email: 'b@mail.example' } },
  recoverWebhook: { body: { since: '2026-01-01T00:00:00Z', dry_run: true } },
  updatePairedSession: { body: { phone_id: '018f2d6e-0000-7000-8000-000000000001' } },
  updatePairedPage: {
    body: { settings: {}, version: 1, phone_id: '018f2d6e-0000-7000-8000-000000000001' },
  },
  updateScanPage: { body: { settings: {}, version: 1 } },
  addScanPage: {
    body: {
      page_id: '018f2d6e-0000-7000-8000-000000000001',
      file_id: '018f2d6e-0000-7000-8000-000000000002',
    },
  },
  runPipeline: { body: { s3_keys: ['uploads/nothing'] } },
}

/** The code of the problem that came back; null for a success. */
async function ask(name: string, endpoint: Endpoint, path: string, headers: Headers): Promise<string | null> {
  const { body: json = {}, query = '' } = ASKED[name] ?? {}
  const sends = endpoint.json !== undefined || endpoint.form !== undefined
  const sent = endpoint.bytes ? 'application/octet-stream' : sends ? 'application/json' : undefined
  const response = await fetch(new URL(`${path}${query}`, server.url), {
    method: endpoint.method,
    redirect: 'manual',
    headers: { ...headers, ...(sent && { 'content-type': sent }) },
    ...(sent && { body: endpoint.bytes ? 'x' : JSON.stringify(json) }),
  })
  const type = response.headers.get('content-type') ?? ''
  const body = await response.text()
  expect(response.status, `${endpoint.method} ${path}: ${body.slice(0, 300)}`).not.toBe(500)
  return type.startsWith('application/problem+json') ? (JSON.parse(body) as { code: string }).code : null
}

/** What somebody else has done to an owner's sessions: nothing. */
async function touched(ownerId: string): Promise<string[]> {
  const { db } = server.platform
  const rows = await db.select().from(signingSessions).where(eq(signingSessions.ownerId, ownerId))
  const ids = rows.map(({ id }) => id)
  const people = await db.select().from(signingRecipients).where(inArray(signingRecipients.sessionId, ids))
  const events = await db.select().from(signingEvents).where(inArray(signingEvents.sessionId, ids))
  return [
    ...rows
      .filter(({ updatedAt }) => updatedAt.getTime() !== UNTOUCHED.getTime())
      .map(() => 'a session changed'),
    ...people
      .filter(({ generation, name }) => generation > 0 || name !== 'A')
      .map(() => 'somebody was replaced'),
    ...(people.length < rows.length ? ['somebody was removed'] : []),
    ...events.map(({ event }) => `it is ${event}`),
  ]
}

/** Each kind of credential is made once for what is refused. */
const refusedCredentials = new Map<string, Promise<Headers>>()
async function refusedHeaders(credential: Credential, endpoint: Endpoint): Promise<Headers> {
  const key = `${credential.name} ${scopeOf(endpoint)}`
  const made = refusedCredentials.get(key) ?? credential.make(endpoint, refusedUser)
  refusedCredentials.set(key, made)
  return made
}

const operations = Object.entries(contract as Record<string, Endpoint>)

describe.each(operations)('%s', (name, endpoint) => {
  it('lets in whom the contract lets in, and nobody else', async () => {
    const wrong: string[] = []
    for (const path of pathsOf(endpoint)) {
      const make = async () => {
        const userId = await makeUser()
        return { userId, target: await fill(path, endpoint, userId) }
      }
      const untouched = await fill(path, endpoint, refusedUser)
      for (const credential of CREDENTIALS) {
        const isLetIn = credential.refusal(endpoint) === null || endpoint.auth === 'paired'
        const { userId, target } = isLetIn ? await make() : { userId: refusedUser, target: untouched }
        const headers = await (isLetIn
          ? credential.make(endpoint, userId)
          : refusedHeaders(credential, endpoint))
        const answer = await ask(name, endpoint, target, headers)
        // Who runs the instance may end all sessions.
        if (isLetIn && endpoint.auth === 'admin') refusedCredentials.clear()
        const refused = answer !== null && REFUSALS.has(answer) ? answer : null
        const expected = endpoint.auth === 'paired' ? atPhone(name, headers) : credential.refusal(endpoint)
        if (refused !== expected) wrong.push(`${credential.name} at ${path}: ${refused}, and not ${expected}`)
      }
    }
    expect(wrong).toEqual([])
  })

  if (!paramsOf(endpoint.path).some((param) => param in THINGS)) return
  it('knows nothing of what is another account’s', async () => {
    const wrong: string[] = []
    const owner = await makeUser()
    for (const credential of CREDENTIALS) {
      if (credential.refusal(endpoint) !== null || endpoint.auth === 'paired') continue
      // Who runs the instance reviews every business, which is asked below, and looks after
      // everybody's purchases.
      const isAdmins = endpoint.auth === 'admin' || endpoint.path.includes('{business_id}')
      if (credential.name.startsWith('the admin') && isAdmins) continue
      const target = await fill(endpoint.path, endpoint, owner)
      const answer = await ask(name, endpoint, target, await credential.make(endpoint, await makeUser()))
      if (answer !== 'not_found') wrong.push(`${credential.name}: ${answer}`)
      if (endpoint.area === 'signing') wrong.push(...(await touched(owner)))
    }
    expect(wrong).toEqual([])
  })
})

interface Business {
  id: string
  /** What the header of a request names it by. */
  header: string
}

/** A business with one member, and what is asked in its name. */
interface Member {
  name: string
  role?: Role
  member?: Partial<typeof businessUsers.$inferInsert>
  business?: Partial<typeof businesses.$inferInsert>
  /** Who asks, where that is not the member. */
  ask?: (business: Business, endpoint: Endpoint) => Promise<Headers>
  refusal(endpoint: Endpoint, permission: Permission): string | null
}

async function makeBusiness(more: Partial<typeof businesses.$inferInsert> = {}): Promise<Business> {
  const id = await makeOwner('business')
  const header = `biz_${id.replace(/-/g, '').slice(0, 16)}`
  const { db } = server.platform
  await db.insert(businesses).values({ id, publicId: header, name: 'B', policies: POLICIES, ...more })
  return { id, header }
}

async function joinBusiness(
  businessId: string,
  userId: string | null,
  more: Partial<typeof businessUsers.$inferInsert>,
) {
  const email = `${userId ?? randomUUID()}@mail.example`
  await server.platform.db.insert(businessUsers).values({
    ...{ id: randomUUID(), businessId, userId, email, emailKey: email, name: 'M' },
    ...{ role: 'employee', status: 'active' },
    ...more,
  })
}

const POLICIES: BusinessPolicies = {
  second_factor: { required: false, grace_days: 14, required_from: null },
  email_domains: [],
  links: { max_days: null, password_required: false },
  // Who may buy is their role's to say here.
  buyers: [...ROLES],
}
const withFactorFrom = (at: Date): BusinessPolicies => ({
  ...POLICIES,
  second_factor: { required: true, grace_days: 14, required_from: at.toISOString() },
})

const byRole = (role: Role) => (_: Endpoint, permission: Permission) =>
  ROLE_TABLE[role].permissions.includes(permission) ? null : 'permission_missing'
const missing = () => 'not_found'
const frozen = (_: Endpoint, permission: Permission) => (isRead(permission) ? null : 'business_inactive')
/** What who runs the instance sees of a business that they are not in. */
const REVIEWED = new Set<Permission>(['business:read', 'verification:read', 'members:read', 'audit:read'])
/**
 * A key has the permissions of its scopes, and there are none for members, bills and the profile.
 */
const withoutScope = (endpoint: Endpoint) => (scopeOf(endpoint) ? null : 'permission_missing')
const businessKey = (scopes: readonly Scope[]) => async (business: { id: string }) =>
  makeKey(business.id, scopes)

const MEMBERS: Member[] = [
  ...ROLES.map((role) => ({ name: `the ${role}`, role, refusal: byRole(role) })),
  {
    name: 'a viewer with every exception',
    role: 'viewer',
    member: { permissions: Object.fromEntries(BUSINESS_PERMISSIONS.map((name) => [name, true])) },
    refusal: () => null,
  },
  {
    name: 'an admin who is refused everything',
    role: 'admin',
    member: { permissions: Object.fromEntries(BUSINESS_PERMISSIONS.map((name) => [name, false])) },
    refusal: () => 'permission_missing',
  },
  { name: 'a removed member', role: 'owner', member: { status: 'removed' }, refusal: missing },
  { name: 'a suspended member', role: 'owner', member: { status: 'suspended' }, refusal: missing },
  { name: 'somebody invited', role: 'owner', member: { status: 'invited' }, refusal: missing },
  {
    name: 'a member of another business',
    role: 'owner',
    ask: async () => {
      const userId = await makeUser()
      await joinBusiness((await makeBusiness()).id, userId, { role: 'owner' })
      return (await makeSession(userId)).headers
    },
    refusal: missing,
  },
  {
    name: 'the admin of the instance',
    role: 'owner',
    ask: async () => (await makeSession(await makeUser(true))).headers,
    refusal: (_, permission) => (REVIEWED.has(permission) ? null : 'permission_missing'),
  },
  ...(['suspended', 'closed'] as const).map((status) => ({
    name: `the owner of a ${status} business`,
    role: 'owner' as const,
    business: { status },
    refusal: frozen,
  })),
  {
    name: 'the owner of a business that is switched off',
    role: 'owner',
    business: { isActive: false },
    // Its profile can be changed: by that it is switched on again.
    refusal: (endpoint, permission) =>
      permission.startsWith('business:') ? null : frozen(endpoint, permission),
  },
  {
    name: 'a member whose second factor is due',
    role: 'owner',
    business: { policies: withFactorFrom(ago(DAY)) },
    refusal: () => 'second_factor_required',
  },
  {
    name: 'a member who still has days to add one',
    role: 'owner',
    business: { policies: withFactorFrom(ago(-DAY)) },
    refusal: () => null,
  },
  {
    name: 'a new member who has days of their own',
    role: 'owner',
    member: { graceFrom: ago(DAY) },
    business: { policies: withFactorFrom(ago(DAY)) },
    refusal: () => null,
  },
  {
    name: 'a key of the business',
    role: 'owner',
    ask: businessKey(SCOPE_NAMES),
    refusal: (endpoint) => keyHolder(() => true)(endpoint) ?? withoutScope(endpoint),
  },
  {
    name: 'a key of a suspended business',
    role: 'owner',
    business: { status: 'suspended' },
    ask: businessKey(SCOPE_NAMES),
    refusal: (endpoint, permission) =>
      endpoint.sessionOnly ? 'session_required' : (withoutScope(endpoint) ?? frozen(endpoint, permission)),
  },
  {
    name: 'a key of a closed business',
    role: 'owner',
    business: { status: 'closed' },
    ask: businessKey(SCOPE_NAMES),
    refusal: nobody,
  },
  {
    name: 'a key of another business',
    role: 'owner',
    ask: async () => makeKey((await makeBusiness()).id, SCOPE_NAMES),
    refusal: (endpoint) => (endpoint.sessionOnly ? 'session_required' : 'not_found'),
  },
  {
    name: 'a key of a person',
    role: 'owner',
    ask: async () => makeKey(await makeUser(), SCOPE_NAMES),
    refusal: (endpoint) => (endpoint.sessionOnly ? 'session_required' : 'not_found'),
  },
  {
    name: 'a visitor',
    role: 'owner',
    ask: async () => ({}),
    refusal: (endpoint) => stranger(endpoint) ?? 'not_found',
  },
]

const BUSINESS_REFUSALS = new Set([
  ...REFUSALS,
  'permission_missing',
  'business_inactive',
  'second_factor_required',
  'not_found',
])

/** Operations that answer 404 to everybody here: their paths or bodies name what is not there. */
const NOTHING_BEHIND = new Set([
  'getThumbnail',
  'listFontTargets',
  'getStepPreview',
  'getUserFileThumbnail',
  'getSigningAttachment',
  'runPipeline',
  'restoreFileVersion',
  'changeRecipient',
  'addScanPage',
  'updateScanPage',
  'deleteScanPage',
  'restoreScanPage',
  'getScanImage',
])

/**
 * What an operation asks for besides its permission when it is about somebody else than the caller.
 */
const FOR_OTHERS: Record<string, Permission> = { removeBusinessUser: 'members:write' }

// What is for who runs the instance has no roles: who gets in there is asked above.
const forBusinesses = operations.filter(
  ([, { auth, permission }]) =>
    auth !== 'open' && auth !== 'paired' && auth !== 'admin' && permission && !isPersonal(permission),
)

/**
 * Makes such a member, of a new business unless one is there, and returns it with what they show.
 */
async function newMember(one: Member, endpoint: Endpoint, there: Business | null = null) {
  const { role = 'owner', member, ask: headersOf } = one
  const business = there ?? (await makeBusiness(one.business))
  const userId = await makeUser()
  await joinBusiness(business.id, userId, { role, ...member })
  const headers = headersOf ? await headersOf(business, endpoint) : (await makeSession(userId)).headers
  return { business, headers }
}

/**
 * Each kind of member is made once for what is refused. Those who need no special business share
 * one.
 */
const refusedMembers = new Map<string, ReturnType<typeof newMember>>()
function refusedMember(one: Member, endpoint: Endpoint) {
  const made = refusedMembers.get(one.name) ?? newMember(one, endpoint, one.business ? null : refusedBusiness)
  refusedMembers.set(one.name, made)
  return made
}

describe.each(forBusinesses)('%s for a business', (name, endpoint) => {
  it('lets in whom their role lets in, and nobody else', async () => {
    const wrong: string[] = []
    const permission = FOR_OTHERS[name] ?? (endpoint.permission as Permission)
    const targets = new Map<string, Promise<string>>()
    const targetIn = ({ id }: Business) => {
      const made = targets.get(id) ?? fill(endpoint.path, endpoint, id)
      targets.set(id, made)
      return made
    }
    for (const one of MEMBERS) {
      const expected = one.refusal(endpoint, permission)
      const { business, headers } = await (expected === null ? newMember : refusedMember)(one, endpoint)
      const sent = { ...headers, 'x-business-id': business.header }
      const answer = await ask(name, endpoint, await targetIn(business), sent)
      // What an operation that let somebody in says of a thing is its own; of these things none is
      // gone.
      const refused = answer !== null && BUSINESS_REFUSALS.has(answer) ? answer : null
      const isOwnAnswer = expected === null && answer === 'not_found' && NOTHING_BEHIND.has(name)
      if (refused !== expected && !isOwnAnswer) wrong.push(`${one.name}: ${refused}, and not ${expected}`)
    }
    expect(wrong).toEqual([])
  })
})
