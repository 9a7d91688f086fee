import { randomUUID } from 'node:crypto'
import type { Message, Platform, Transaction } from '../platform.ts'
import { messages } from './schema.ts'

interface Addressed {
  /** Null for somebody who has no account. */
  userId: string | null
  message: Message
}

/** Messages that one statement writes: each has some 10 values, and PostgreSQL takes 65,535. */
const BATCH = 500

/**
 * Sends a message to a person, as a part of the caller's transaction: it goes out if and only if
 * that commits, and nothing that committed is lost. Returns at once with the message's id; a worker
 * delivers it. `userId` is null for somebody who has no account.
 */
export async function sendMessage(
  platform: Pick<Platform, 'jobs' | 'clock'>,
  tx: Transaction,
  addressed: Addressed,
): Promise<string> {
  const [id] = await sendMessages(platform, tx, [addressed])
  return id as string
}

/** As `sendMessage`, for many at once. @returns their ids, in the same order */
export async function sendMessages(
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  tx: Transaction,
  all: readonly Addressed[],
): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < all.length; at += BATCH) {
    const rows = all.slice(at, at + BATCH).map(({ userId, message }) => {
      const { kind, to, text } = message
      const content = kind === 'mail' ? { text, subject: message.subject, html: message.html } : { text }
      return {
        ...{ id: randomUUID(), userId, kind, recipient: to, ...content },
        ...{ state: 'waiting' as const, createdAt: clock() },
      }
    })
    await tx.insert(messages).values(rows)
    const batch = rows.map(({ id }) => id)
    await jobs.sendMessages(tx, batch)
    ids.push(...batch)
  }
  return ids
}
