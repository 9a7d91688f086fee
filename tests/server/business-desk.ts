import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { type BusinessPolicies, NO_POLICIES } from '../../contract/businesses.ts'
import type { Role } from '../../contract/permissions.ts'
import {
  type BusinessUserRow,
  businessEvents,
  businesses,
  businessUsers,
  messages,
  users,
} from '../../server/core/schema.ts'
import { type Client, signUp, type TestServer } from './harness.ts'
import { makeOwner } from './make-owner.ts'

/** A business without members, as rows. */
export async function makeBusiness(
  server: TestServer,
  { name = 'Harbour & Co', policies = {} }: { name?: string; policies?: Partial<BusinessPolicies> } = {},
) {
  const { db } = server.platform
  const id = await makeOwner(server, 'business', 50)
  const biz = `biz_${id.replace(/-/g, '').slice(0, 16)}`
  await db
    .insert(businesses)
    .values({ id, publicId: biz, name, status: 'active', policies: { ...NO_POLICIES, ...policies } })
  return {
    id,
    biz,
    header: { 'x-business-id': biz },
    /** Below the business's path of members. */
    users: (rest = '') => `/auth/api/v1/businesses/${biz}/users/${rest}`,
    at: (rest: string) => `/auth/api/v1/businesses/${biz}/${rest}`,
  }
}
export type TestBusiness = Awaited<ReturnType<typeof makeBusiness>>

export type Person = Client & { username: string; userId: string; email: string }

/** Somebody with an account and a confirmed address, who is in no business. */
export async function makePerson(server: TestServer, { confirmed = true } = {}): Promise<Person> {
  const client = await signUp(server.url)
  const { id: userId, email } = (await client.json('GET', '/api/v1/user/me/')).body
  if (confirmed)
    await server.platform.db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  return Object.assign(client, { userId, email })
}

/** Somebody new who is in the business. */
export async function makeMember(
  server: TestServer,
  { id: businessId }: TestBusiness,
  role: Role,
  more: Partial<typeof businessUsers.$inferInsert> = {},
): Promise<Person> {
  const person = await makePerson(server)
  const { userId, email, username: name } = person
  await server.platform.db.insert(businessUsers).values({
    ...{ id: randomUUID(), businessId, userId, email, emailKey: email, name, role },
    ...{ status: 'active', joinedAt: new Date(), ...more },
  })
  return person
}

export async function rowOf(
  { platform: { db } }: TestServer,
  { id }: TestBusiness,
  email: string,
): Promise<BusinessUserRow> {
  const rows = await db
    .select()
    .from(businessUsers)
    .where(and(eq(businessUsers.businessId, id), eq(businessUsers.emailKey, email.toLowerCase())))
  if (rows.length !== 1) throw new Error(`${rows.length} rows of ${email}`)
  return rows[0] as BusinessUserRow
}

/** The audit log of a business, the oldest first. */
export const eventsOf = ({ platform: { db } }: TestServer, { id }: TestBusiness) =>
  db
    .select()
    .from(businessEvents)
    .where(eq(businessEvents.businessId, id))
    .orderBy(asc(businessEvents.createdAt))

/** Subjects of all mails to somebody, the oldest first. */
export const mailsTo = ({ platform: { db } }: TestServer, email: string) =>
  db
    .select({ subject: messages.subject, text: messages.text })
    .from(messages)
    .where(eq(messages.recipient, email))
    .orderBy(asc(messages.createdAt))

let addresses = 0
/** An address that nobody has an account with. */
export const freshAddress = (domain = 'mail.example') => `guest${process.pid}x${++addresses}@${domain}`
