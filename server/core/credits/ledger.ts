import { and, desc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import { lockOwner } from '../lock-owner.ts'
import {
  type ChargeSource,
  type CreditArea,
  type CreditEntryRow,
  type CreditLotRow,
  creditEntries,
  creditHolds,
  creditLots,
  type GrantSource,
  type OwnerRow,
  owners,
} from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { takeFromLots } from './lots.ts'

type Clock = Pick<TransactionPlatform, 'clock'>

/** Credits of an owner. */
export type Balance = Pick<OwnerRow, 'creditsAvailable' | 'creditsHeld' | 'creditsGranted' | 'creditsCharged'>

/** The balance after a charge, with the thresholds of its alerts. */
export type Charged = Balance & {
  /** Spent in this month. */
  spent: number
  alertBelow: number
  alertSpent: number | null
}

export interface Grant {
  source: GrantSource
  /** Id of the cause: makes the grant idempotent. */
  reference: string
  credits: number
  /** When unspent credits expire; null for never. */
  expiresAt?: Date | null
  createdBy?: string | null
}

/**
 * Grants credits as a new lot. Settles the owner's debt from it first. Locks the owner.
 * @returns false if the same grant was made before
 */
export async function grantCredits(
  { clock }: Clock,
  tx: Transaction,
  ownerId: string,
  grant: Grant,
): Promise<boolean> {
  const { source, reference, credits, expiresAt = null, createdBy = null } = grant
  if (credits === 0) return false
  await lockOwner(tx, ownerId)
  const createdAt = clock()
  const [lot] = await tx
    .insert(creditLots)
    .values({ ownerId, source, reference, credits, remaining: credits, expiresAt, createdAt })
    .onConflictDoNothing()
    .returning({ id: creditLots.id })
  if (!lot) return false
  const parts = await payDebts(tx, ownerId, lot.id, credits)
  const balance = await changeOwner(tx, ownerId, credits, {
    creditsGranted: sql`credits_granted + ${credits}`,
    ...(expiresAt && { lotsEndAt: sql`least(lots_end_at, ${expiresAt.toISOString()}::timestamptz)` }),
  })
  await tx.insert(creditEntries).values({
    ...{ ownerId, kind: 'grant', source, reference, createdBy, credits, balance, createdAt },
    ...{ lotIds: parts.map(({ id }) => id), lotCredits: parts.map((part) => part.credits) },
  })
  return true
}

/** Brings negative lots to zero from a new one. @returns the credits per lot, the new one first */
async function payDebts(tx: Transaction, ownerId: string, lotId: string, credits: number) {
  const debts = await tx
    .select({ id: creditLots.id, remaining: creditLots.remaining })
    .from(creditLots)
    .where(and(eq(creditLots.ownerId, ownerId), lt(creditLots.remaining, 0)))
  let left = credits
  const paid: { id: string; credits: number }[] = []
  for (const { id, remaining } of debts) {
    const part = Math.min(left, -remaining)
    if (part === 0) break
    left -= part
    paid.push({ id, credits: part })
    await changeLot(tx, id, part)
  }
  if (left < credits) await changeLot(tx, lotId, left - credits)
  return [{ id: lotId, credits: left }, ...paid]
}

const changeLot = (tx: Transaction, id: string, credits: number) =>
  tx
    .update(creditLots)
    .set({ remaining: sql`remaining + ${credits}` })
    .where(eq(creditLots.id, id))

/** @returns the new balance */
async function changeOwner(
  tx: Transaction,
  ownerId: string,
  credits: number,
  further: object = {},
): Promise<number> {
  const [owner] = await tx
    .update(owners)
    .set({ creditsAvailable: sql`credits_available + ${credits}`, ...further })
    .where(eq(owners.id, ownerId))
    .returning({ total: sql<number>`credits_available + credits_held` })
  if (!owner) throw new Error(`there is no owner ${ownerId}`)
  return owner.total
}

export interface Hold {
  source: ChargeSource
  /** Id of the charged operation. */
  reference: string
  area: CreditArea
  /** An SQL expression (`priceIn`) saves a query for the price. */
  credits: number | SQL<number>
  createdBy: string | null
}

/**
 * Holds credits for an operation that is about to run. The update locks the owner's row, so of two
 * requests for the last credit one is refused.
 * @returns the credits
 * @throws ApiProblem insufficient_credits, spend_limit_reached
 */
export async function holdCredits(
  platform: Clock,
  tx: Transaction,
  ownerId: string,
  hold: Hold,
): Promise<number> {
  const price = hold.credits
  const now = platform.clock()
  const held = price === 0 ? 0 : await setAside(tx, ownerId, hold, now)
  if (held !== null) return held
  const credits = typeof price === 'number' ? price : await creditsOf(tx, price)
  // A free operation needs no ledger row and no balance check.
  if (credits === 0) return 0
  await endLots(platform, tx, ownerId)
  if ((await setAside(tx, ownerId, { ...hold, credits }, now, true)) === null)
    throw await whyNot(tx, ownerId, credits, now)
  return credits
}

async function creditsOf(tx: Transaction, price: SQL<number>): Promise<number> {
  const { rows } = await tx.execute<{ credits: number | null }>(sql`select (${price})::integer as credits`)
  const credits = rows[0]?.credits ?? null
  if (credits === null) throw new Error('the rate card has no price for this')
  return credits
}

/**
 * One statement, since every conversion starts with it.
 * @param ended Whether due lots have been expired.
 * @returns the credits; null if the price is zero or the hold fails
 */
async function setAside(
  tx: Transaction,
  ownerId: string,
  { source, reference, area, credits: price, createdBy }: Hold,
  at: Date,
  ended = false,
): Promise<number | null> {
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ credits: number }>(sql`
    with price as materialized (select (${price})::integer as credits),
    owner as (
      update ${owners} set credits_available = credits_available - price.credits, credits_held = credits_held + price.credits
      from price
      where id = ${ownerId} and price.credits > 0 and credits_available >= price.credits
        and (${ended} or lots_end_at is null or lots_end_at > ${now})
        and (spend_limit is null or ${spentIn(at)} + credits_held + price.credits <= spend_limit)
      returning id, price.credits
    )
    insert into ${creditHolds} (reference, owner_id, source, area, created_by, credits, created_at)
    select ${reference}, id, ${source}, ${area}, ${createdBy}::uuid, credits, ${now} from owner
    returning credits`)
  return rows[0]?.credits ?? null
}

/** The start of the month (UTC), for plans and limits. */
export const monthOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))

/** Credits spent in the month of `now`. */
export const spentIn = (now: Date) =>
  sql<number>`case when credits_month = ${monthOf(now).toISOString()}::timestamptz then credits_spent else 0 end`

async function whyNot(tx: Transaction, ownerId: string, credits: number, now: Date): Promise<ApiProblem> {
  const [owner] = await tx
    .select({
      available: owners.creditsAvailable,
      limit: owners.spendLimit,
      left: sql<number | null>`spend_limit - credits_held - ${spentIn(now)}`,
    })
    .from(owners)
    .where(eq(owners.id, ownerId))
  const available = owner?.available ?? 0
  if (available < credits)
    return new ApiProblem(
      'insufficient_credits',
      `This costs ${credits} credits, and ${available} are left. Nothing was started.`,
      { credits_required: credits, credits_available: available },
    )
  return new ApiProblem(
    'spend_limit_reached',
    `This costs ${credits} credits, and the monthly spend limit of ${owner?.limit} credits leaves ${Math.max(0, owner?.left ?? 0)}. Nothing was started.`,
    { credits_required: credits, credits_available: available },
  )
}

/**
 * Ends a hold: charges `charged` of the held credits and releases the rest. The caller has locked
 * the owner's row.
 * @returns the new balance; null if the hold does not exist or has ended
 */
export async function endHold(
  platform: Clock,
  tx: Transaction,
  ownerId: string,
  reference: string,
  charged: number,
): Promise<Charged | null> {
  const at = platform.clock()
  const now = sql`${at.toISOString()}::timestamptz`
  const month = sql`${monthOf(at).toISOString()}::timestamptz`
  // One statement, since every conversion waits for it.
  const { rows } = await tx.execute<Charged & { areLotsDue: boolean }>(sql`
    with ended as (
      update ${creditHolds} set charged = ${charged}, ended_at = ${now}
      where reference = ${reference} and owner_id = ${ownerId} and ended_at is null
      returning credits, source, area, created_by
    ),
    ${takeFromLots(ownerId, sql`(select ${charged}::integer from ended)`)},
    owner as (
      update ${owners} set credits_available = credits_available + ended.credits - ${charged},
        credits_held = credits_held - ended.credits, credits_charged = credits_charged + ${charged},
        credits_spent = ${spentIn(at)} + ${charged}, credits_month = ${month}
      from ended where id = ${ownerId}
      returning credits_available, credits_held, credits_granted, credits_charged, lots_end_at, credits_spent, alert_below,
        alert_spent
    ),
    entry as (
      insert into ${creditEntries} (owner_id, kind, source, reference, area, created_by, credits, quoted, balance, lot_ids,
        lot_credits, created_at)
      select ${ownerId}, 'charge', source, ${reference}, area, created_by, -${charged}::integer, ended.credits,
        credits_available + credits_held, ids, credits_of, ${now}
      from ended, owner, (select array_agg(id order by place) as ids, array_agg(-credits order by place) as credits_of
        from taken) as lots_taken
      where ${charged} > 0
    )
    select credits_available as "creditsAvailable", credits_held as "creditsHeld", credits_granted as "creditsGranted",
      credits_charged as "creditsCharged", credits_spent as spent, alert_below as "alertBelow", alert_spent as "alertSpent",
      coalesce(lots_end_at <= ${now}, false) as "areLotsDue" from owner`)
  const [row] = rows
  if (!row) return null
  const { areLotsDue, ...balance } = row
  // Released credits of a lot that expired meanwhile expire now.
  const ended = areLotsDue ? await endLots(platform, tx, ownerId) : 0
  return { ...balance, creditsAvailable: balance.creditsAvailable - ended }
}

/**
 * Expires due lots except for held credits: earlier lots are used first, so running operations are
 * paid from them. Locks the owner.
 * @returns the number of expired credits
 */
export async function endLots({ clock }: Clock, tx: Transaction, ownerId: string): Promise<number> {
  await lockOwner(tx, ownerId)
  const now = clock()
  const [owner] = await tx.select({ held: owners.creditsHeld }).from(owners).where(eq(owners.id, ownerId))
  if (!owner) return 0
  const due = await tx
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.ownerId, ownerId), gt(creditLots.remaining, 0), lte(creditLots.expiresAt, now)))
    .orderBy(desc(creditLots.expiresAt), desc(creditLots.createdAt), desc(creditLots.id))
  let excess = due.reduce((sum, { remaining }) => sum + remaining, 0) - owner.held
  let ended = 0
  for (const lot of due) {
    const credits = Math.min(excess, lot.remaining)
    if (credits <= 0) break
    excess -= credits
    ended += credits
    await writeLoss(tx, lot, credits, {
      kind: 'expire',
      source: lot.source,
      reference: lot.id,
      createdAt: now,
    })
  }
  await tx
    .update(owners)
    .set({
      lotsEndAt: sql`(select min(expires_at) from ${creditLots} where owner_id = ${ownerId} and remaining > 0)`,
    })
    .where(eq(owners.id, ownerId))
  return ended
}

/** Deducts credits from one lot and from the owner, with a ledger entry. */
async function writeLoss(
  tx: Transaction,
  lot: Pick<CreditLotRow, 'id' | 'ownerId'>,
  credits: number,
  entry: Pick<CreditEntryRow, 'kind' | 'source' | 'reference' | 'createdAt'>,
) {
  const { id, ownerId } = lot
  await changeLot(tx, id, -credits)
  const balance = await changeOwner(tx, ownerId, -credits)
  await tx
    .insert(creditEntries)
    .values({ ...entry, ownerId, credits: -credits, balance, lotIds: [id], lotCredits: [-credits] })
}

export interface Loss {
  kind: 'revoke' | 'adjust'
  source: 'refund' | 'adjustment'
  /** Id of the cause: makes it idempotent. */
  reference: string
  credits: number
  createdBy?: string | null
}

/**
 * Revokes credits of an owner: for a refund, a dispute, or an adjustment. With a lot, at most its
 * remaining credits; otherwise in the usual order, and below zero if there are too few. Locks the
 * owner.
 * @returns the number of revoked credits; 0 if it was done before
 */
export async function takeCredits(
  { clock }: Clock,
  tx: Transaction,
  ownerId: string,
  loss: Loss,
  lotReference?: string,
): Promise<number> {
  const { kind, source, reference, createdBy = null } = loss
  await lockOwner(tx, ownerId)
  const createdAt = clock()
  const [known] = await tx
    .select({ id: creditEntries.id })
    .from(creditEntries)
    .where(
      and(
        eq(creditEntries.reference, reference),
        eq(creditEntries.ownerId, ownerId),
        eq(creditEntries.kind, kind),
      ),
    )
  if (known) return 0
  if (lotReference) {
    const [lot] = await tx
      .select({
        id: creditLots.id,
        ownerId: creditLots.ownerId,
        remaining: creditLots.remaining,
        free: owners.creditsAvailable,
      })
      .from(creditLots)
      .innerJoin(owners, eq(owners.id, creditLots.ownerId))
      .where(and(eq(creditLots.ownerId, ownerId), eq(creditLots.reference, lotReference)))
    const credits = lot ? Math.min(loss.credits, lot.remaining, lot.free) : 0
    if (!lot || credits <= 0) return 0
    await writeLoss(tx, lot, credits, { kind, source, reference, createdAt })
    return credits
  }
  const { credits } = loss
  const { rows } = await tx.execute<{ id: string; credits: number }>(
    sql`with ${takeFromLots(ownerId, credits)} select id, credits from taken order by place`,
  )
  // Without any lot there is nothing to revoke, and no lot to carry a debt.
  if (rows.length === 0) return 0
  const balance = await changeOwner(tx, ownerId, -credits)
  await tx.insert(creditEntries).values({
    ...{ ownerId, kind, source, reference, createdBy, credits: -credits, balance, createdAt },
    ...{ lotIds: rows.map(({ id }) => id), lotCredits: rows.map((row) => -row.credits) },
  })
  return credits
}
