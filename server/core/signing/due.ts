import { and, eq, lte } from 'drizzle-orm'
import type { Platform } from '../../platform.ts'
import { signingRecipients, signingSessions } from '../schema.ts'
import { withPlatformTransaction } from '../transaction.ts'
import { applyEvent, changeRecipientRow } from './apply-event.ts'
import { isPaused, lockSession, SYSTEM } from './locked-session.ts'
import { mailReminder } from './mails.ts'

const DAY = 86_400_000
const BATCH = 200

/** Expires sessions past their deadline, and sends due reminders. Safe to run concurrently. */
export async function doDue(platform: Platform): Promise<void> {
  await expireDue(platform)
  await remindDue(platform)
}

async function expireDue(platform: Platform) {
  const { db, clock } = platform
  const late = and(eq(signingSessions.state, 'open'), lte(signingSessions.deadlineAt, clock()))
  const due = await db.select({ id: signingSessions.id }).from(signingSessions).where(late).limit(BATCH)
  for (const { id } of due)
    await withPlatformTransaction(platform, async (platform, tx) => {
      const locked = await lockSession(tx, id)
      // Checks again under the lock: it may have just been extended or ended.
      if (locked?.session.state !== 'open') return
      const { deadlineAt } = locked.session
      if (deadlineAt === null || deadlineAt > clock()) return
      await applyEvent(platform, tx, locked, { kind: 'expire' }, { event: 'expired', actor: SYSTEM })
    })
}

async function remindDue(platform: Platform) {
  const { db, clock } = platform
  const due = await db
    .selectDistinct({ id: signingRecipients.sessionId })
    .from(signingRecipients)
    .where(lte(signingRecipients.remindAt, clock()))
    .limit(BATCH)
  for (const { id } of due)
    await withPlatformTransaction(platform, async (platform, tx) => {
      const locked = await lockSession(tx, id)
      const { reminders, state } = locked?.session ?? {}
      if (!locked) return
      const now = clock()
      const paused = await isPaused(tx, locked.session.ownerId)
      for (const one of locked.recipients) {
        if (one.remindAt === null || one.remindAt > now) continue
        if (state !== 'open' || !reminders) {
          await changeRecipientRow(tx, one, { remindAt: null })
          continue
        }
        const next = new Date(now.getTime() + reminders.every_days * DAY)
        // A paused session sends no reminders, since nobody can sign.
        if (paused) {
          await changeRecipientRow(tx, one, { remindAt: next })
          continue
        }
        await changeRecipientRow(tx, one, { remindedAt: now, remindAt: next })
        const said = { event: 'reminded', actor: { ...SYSTEM, recipientId: one.id } } as const
        await applyEvent(platform, tx, locked, { kind: 'remind' }, { ...said, facts: { who: one.name } })
        await mailReminder(platform, tx, locked, one)
      }
    })
}
