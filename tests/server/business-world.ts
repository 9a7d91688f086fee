import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BusinessStatus, DocumentKind, VerificationStatus } from '../../contract/business-states.ts'
import { DOCUMENT_KINDS } from '../../contract/business-states.ts'
import type { Business } from '../../contract/businesses.ts'
import type { Role } from '../../contract/permissions.ts'
import { businessEvents, businesses, businessUsers, messages } from '../../server/core/schema.ts'
import { type Client, signUp, type TestServer } from './harness.ts'

export const ONE = '/auth/api/v1/business/'
export const MANY = '/auth/api/v1/businesses/'

/** Someone with an account. */
export type Person = Client & { username: string; userId: string; email: string }

export async function person(server: TestServer): Promise<Person> {
  const client = await signUp(server.url)
  const { id, email } = (await client.json('GET', '/api/v1/user/me/')).body
  return Object.assign(client, { userId: id as string, email: email as string })
}

export const DETAILS = {
  legal_name: 'Harbour and Company Limited',
  registration_number: '514 998 221',
  address_line1: 'Rua do Cais 4',
  city: 'Porto',
  country: 'PT',
}

/** A business of somebody new, made through the API. */
export async function openBusiness(server: TestServer, fields: Record<string, unknown> = {}) {
  const owner = await person(server)
  return { owner, ...(await createFor(server, owner, fields)) }
}

export async function createFor(server: TestServer, owner: Client, fields: Record<string, unknown> = {}) {
  const made = await owner.json('POST', ONE, { name: 'Harbour & Co', ...fields })
  if (made.status !== 201) throw new Error(`no business: ${JSON.stringify(made.body)}`)
  const biz: string = made.body.business_id
  const [row] = await server.platform.db.select().from(businesses).where(eq(businesses.publicId, biz))
  return {
    body: made.body as Business,
    id: row?.id as string,
    biz,
    one: `${ONE}${biz}/`,
    many: `${MANY}${biz}/`,
    header: { 'x-business-id': biz },
  }
}

/** Somebody new with a role in a business. */
export async function join(
  server: TestServer,
  businessId: string,
  role: Role,
  more: Partial<typeof businessUsers.$inferInsert> = {},
): Promise<Person> {
  const someone = await person(server)
  const { userId, email, username: name } = someone
  await server.platform.db.insert(businessUsers).values({
    ...{ id: randomUUID(), businessId, userId, email, emailKey: email, name, role },
    ...{ status: 'active', joinedAt: new Date() },
    ...more,
  })
  return someone
}

/** Puts a business into a state by hand. */
export const putInto = (
  { platform: { db } }: TestServer,
  id: string,
  state: { status?: BusinessStatus; verificationStatus?: VerificationStatus; isActive?: boolean },
) => db.update(businesses).set(state).where(eq(businesses.id, id))

export async function addDocument(
  client: Client,
  many: string,
  kind: DocumentKind,
  content: string | Uint8Array<ArrayBuffer> = '%PDF-1.7\nwhat it says',
  name = `${kind}.pdf`,
) {
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', new Blob([content]), name)
  const response = await client.fetch(`${many}documents/`, { method: 'POST', body: form })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** Every required document. */
export async function addDocuments(client: Client, many: string) {
  const ids = {} as Record<DocumentKind, string>
  for (const kind of Object.keys(DOCUMENT_KINDS) as DocumentKind[]) {
    if (!DOCUMENT_KINDS[kind].required) continue
    const added = await addDocument(client, many, kind)
    if (added.status !== 201) throw new Error(`no document: ${JSON.stringify(added.body)}`)
    ids[kind] = added.body.document_id
  }
  return ids
}

/** A business whose verification is submitted, with its documents. */
export async function submitted(server: TestServer) {
  const business = await openBusiness(server, DETAILS)
  const ids = await addDocuments(business.owner, business.many)
  const sent = await business.owner.json('POST', `${business.many}submit-verification/`, {})
  if (sent.status !== 200) throw new Error(`not submitted: ${JSON.stringify(sent.body)}`)
  return { ...business, ids }
}

/** The mails to somebody, the oldest first. */
export const mailsTo = ({ platform: { db } }: TestServer, { email }: Pick<Person, 'email'>) =>
  db.select().from(messages).where(eq(messages.recipient, email)).orderBy(messages.createdAt)

/** What the audit log holds, the oldest first. */
export const eventsOf = ({ platform: { db } }: TestServer, id: string) =>
  db
    .select()
    .from(businessEvents)
    .where(eq(businessEvents.businessId, id))
    .orderBy(businessEvents.createdAt, businessEvents.id)
