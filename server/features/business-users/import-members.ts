import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Multipart } from '@fastify/multipart'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ImportAnswer } from '../../../contract/business-users.ts'
import { RoleName } from '../../../contract/businesses.ts'
import type { Role } from '../../../contract/permissions.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvents } from '../../core/business-events.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { discard, receiveForm, type Upload } from '../../core/receive-upload.ts'
import { type BusinessUserRow, businessUsers, users } from '../../core/schema.ts'
import { sendMessages } from '../../core/send-message.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Message, Transaction } from '../../platform.ts'
import { isCurrent, newInvitation, personOf, roomIn, rowsOf } from './invitation-row.ts'
import { lockBusiness, type Manager } from './lock-business.ts'
import { invitationMail, roleMail } from './member-mail.ts'
import { type PlannedLine, planImport } from './plan-import.ts'
import { type CsvLine, type MemberCsv, readMemberCsv } from './read-member-csv.ts'

/** Rows that one statement writes. */
const BATCH = 500

const Form = z.object({
  file: z.file(),
  role: RoleName.default('employee'),
  dry_run: z.enum(['true', 'false']).optional(),
})

/**
 * Invites and changes many members by a CSV file, in one transaction; or says what it would do. A
 * line that is not possible stops no other.
 * @throws ApiProblem file_missing, file_empty, file_too_large, unsupported_source, limit_reached,
 * rank_too_low, not_found, permission_missing, too_many_requests, business_inactive
 */
export async function importMembers(ctx: Context, parts: AsyncIterable<Multipart>): Promise<ImportAnswer> {
  const form = await receiveForm(parts, ctx.platform.settings, Form)
  const file = await readUploads(form.uploads)
  const isDry = form.fields.dry_run === 'true'
  if (!isDry) await consumeOrThrow(ctx, LIMIT_RULES.importBusiness, requireBusiness(ctx).id)
  return withTransaction(ctx, async (ctx, tx) => {
    const manager = await lockBusiness(ctx, tx)
    const planned = await plan(ctx, tx, manager, file.lines, form.fields.role)
    if (!isDry) {
      await invite(ctx, tx, manager, planned)
      await changeRoles(ctx, tx, manager, planned)
    }
    const count = (...outcomes: PlannedLine['outcome'][]) =>
      planned.filter(({ outcome }) => outcomes.includes(outcome)).length
    return {
      dry_run: isDry,
      encoding: file.encoding,
      invited: count('invite'),
      changed: count('change_role'),
      skipped: count('unchanged', 'duplicate'),
      refused: count('refused'),
      rows: planned.map(({ row: _row, user: _user, ...shown }) => shown),
    }
  })
}

async function readUploads(uploads: Upload[]): Promise<MemberCsv> {
  try {
    const [upload] = uploads
    if (!upload || upload.size === 0) throw new ApiProblem('file_empty', 'The file is empty.')
    return readMemberCsv(await readFile(upload.path))
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

async function plan(
  ctx: TransactionContext,
  tx: Transaction,
  manager: Manager,
  lines: readonly CsvLine[],
  fallback: Role,
) {
  const now = ctx.platform.clock()
  const keys = [...new Set(lines.map(({ email }) => email.toLowerCase()))]
  const found = await tx
    .select()
    .from(users)
    .where(and(inArray(users.emailKey, keys), eq(users.emailVerified, true)))
  const accounts = new Map(found.map((user) => [user.emailKey, user]))
  const rows = await rowsOf(
    tx,
    manager.business.id,
    found.map(({ id }) => id),
    keys,
  )
  return planImport(lines, {
    ...{ manager, now, fallback, accounts },
    rows: byAddress(rows, found),
    room: (await roomIn(ctx.platform, tx, manager.business)).left,
  })
}

/**
 * One row for each address: a member's before an account's earlier one, and that before an
 * invitation's.
 */
function byAddress(rows: BusinessUserRow[], accounts: (typeof users.$inferSelect)[]) {
  const addresses = new Map(accounts.map(({ id, emailKey }) => [id, emailKey]))
  const weight = (row: BusinessUserRow) => (isCurrent(row) ? 2 : row.userId === null ? 0 : 1)
  const sorted = rows.toSorted((a, b) => weight(a) - weight(b))
  return new Map(sorted.map((row) => [(row.userId && addresses.get(row.userId)) || row.emailKey, row]))
}

async function invite(ctx: TransactionContext, tx: Transaction, manager: Manager, planned: PlannedLine[]) {
  const now = ctx.platform.clock()
  const { business, name: by } = manager
  const lines = planned.filter(({ outcome }) => outcome === 'invite')
  const made = lines.map((line) => {
    const role = line.role as Role
    const { token, values } = newInvitation(manager, now)
    const person = personOf(line.user, line.email)
    const row = {
      ...{ id: line.row?.id ?? randomUUID(), businessId: business.id, ...person, role, ...values },
      ...{ permissions: {}, isPrimaryContact: false, createdAt: line.row?.createdAt ?? now },
    }
    return { line, row, message: invitationMail(ctx, business, by, { ...person, role, token }) }
  })
  const superfluous = made.filter(({ line }) => line.row?.userId)
  await inBatches(superfluous, (batch) =>
    tx.delete(businessUsers).where(
      and(
        eq(businessUsers.businessId, business.id),
        sql`${businessUsers.userId} is null`,
        inArray(
          businessUsers.emailKey,
          batch.map(({ row }) => row.emailKey),
        ),
      ),
    ),
  )
  await inBatches(made, (batch) =>
    tx
      .insert(businessUsers)
      .values(batch.map(({ row }) => row))
      .onConflictDoUpdate({ target: businessUsers.id, set: OVERWRITTEN }),
  )
  await recordBusinessEvents(
    ctx,
    tx,
    manager.business.id,
    made.map(({ line, row }) => ({
      kind: 'member.invited' as const,
      target: row.name,
      targetId: row.userId ?? row.id,
      before: line.row ? { status: line.row.status, role: line.row.role } : {},
      after: { status: 'invited', email: row.email, role: row.role, imported: true },
    })),
  )
  await sendMessages(
    ctx.platform,
    tx,
    made.map(({ row, message }) => ({ userId: row.userId, message })),
  )
}

/** What an invitation sets in the row of somebody who was a member or invited before. */
const excluded = (column: string) => sql.raw(`excluded.${column}`)
const OVERWRITTEN = {
  userId: excluded('user_id'),
  email: excluded('email'),
  emailKey: excluded('email_key'),
  name: excluded('name'),
  role: excluded('role'),
  permissions: excluded('permissions'),
  isPrimaryContact: excluded('is_primary_contact'),
  status: excluded('status'),
  tokenHash: excluded('token_hash'),
  invitedBy: excluded('invited_by'),
  invitedAt: excluded('invited_at'),
  expiresAt: excluded('expires_at'),
  updatedAt: excluded('updated_at'),
  joinedAt: null,
  graceFrom: null,
}

async function changeRoles(
  ctx: TransactionContext,
  tx: Transaction,
  manager: Manager,
  planned: PlannedLine[],
) {
  const { business, name: by } = manager
  const lines = planned.flatMap(({ outcome, row, role }) =>
    outcome === 'change_role' && row && role ? [{ row, role }] : [],
  )
  for (const [role, group] of Map.groupBy(lines, ({ role }) => role))
    await inBatches(group, (batch) =>
      tx
        .update(businessUsers)
        .set({ role, updatedAt: ctx.platform.clock() })
        .where(
          inArray(
            businessUsers.id,
            batch.map(({ row }) => row.id),
          ),
        ),
    )
  await recordBusinessEvents(
    ctx,
    tx,
    manager.business.id,
    lines.map(({ row, role }) => ({
      kind: 'member.role_changed' as const,
      target: row.name,
      targetId: row.userId ?? row.id,
      before: { role: row.role },
      after: { role, imported: true },
    })),
  )
  const told: { userId: string | null; message: Message }[] = lines
    .filter(({ row }) => isCurrent(row))
    .map(({ row, role }) => ({
      userId: row.userId,
      message: roleMail(ctx, business, by, row, { before: row.role, after: role }),
    }))
  await sendMessages(ctx.platform, tx, told)
}

async function inBatches<T>(all: readonly T[], work: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += BATCH) await work(all.slice(at, at + BATCH))
}
