import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../platform.ts'
import type { Belonging } from './context.ts'
import { nameOf } from './person-name.ts'
import { type BusinessRow, businesses, businessUsers, users } from './schema.ts'

/** The visible sender of a link or document, who gets its notifications. */
export interface Sender {
  userId: string | null
  /** For a member, with the business's name. */
  name: string
  email: string | null
}

const UNKNOWN: Sender = { userId: null, name: 'Unknown sender', email: null }

/**
 * The sender of a link or a document: its creator. If they left the business, or a key created it,
 * notifications go to the business's primary contact, or else to the longest-standing owner.
 */
export async function senderOf(db: Queries, { ownerId, createdBy }: Belonging): Promise<Sender> {
  const [business] = await db.select().from(businesses).where(eq(businesses.id, ownerId))
  if (business) return memberOf(db, business, createdBy)
  const [user] = await db.select().from(users).where(eq(users.id, ownerId))
  return user ? { userId: user.id, name: nameOf(user), email: user.email } : UNKNOWN
}

async function memberOf(db: Queries, business: BusinessRow, createdBy: string | null): Promise<Sender> {
  const [creator] = createdBy ? await db.select().from(users).where(eq(users.id, createdBy)) : []
  const [contact] = await db
    .select({ user: users })
    .from(businessUsers)
    .innerJoin(users, eq(users.id, businessUsers.userId))
    .where(and(eq(businessUsers.businessId, business.id), eq(businessUsers.status, 'active')))
    .orderBy(
      desc(sql`${businessUsers.userId} is not distinct from ${createdBy}::uuid`),
      desc(businessUsers.isPrimaryContact),
      desc(eq(businessUsers.role, 'owner')),
      asc(businessUsers.joinedAt),
    )
    .limit(1)
  return {
    userId: contact?.user.id ?? null,
    name: creator ? `${nameOf(creator)}, ${business.name}` : business.name,
    email: contact?.user.email ?? null,
  }
}
