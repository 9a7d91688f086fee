import { randomUUID } from 'node:crypto'
import type { Message, Platform, Transaction } from '../platform.ts'
import { messages } from './schema.ts'

interface Addressed {
  /** Null without an account. */
  userId: string | null
  message: Message
}

/** Messages per statement: each has some 10 values, and PostgreSQL allows 65,535. */
const BATCH = 500

/**
 * Sends a message in the caller's transaction: it is delivered if and only if the transaction
 * commits. Returns the message's id at once; a worker delivers it. `userId` is null without an
 * account.
 */
export async function sendMessage(
  platform: Pick<Platform, 'jobs' | 'clock'>,
  tx: Transaction,
  addressed: Addressed,
): Promise<string> {
  const [id] = await sendMessages(platform, tx, [addressed])
  return id as string
}

/** Like `sendMessage`, for several messages. @returns their ids, in the same order */
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
