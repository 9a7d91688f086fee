import { randomUUID } from 'node:crypto'
import type { Message, Platform, Transaction } from '../platform.ts'
import { messages } from './schema.ts'

/**
 * Sends a message to a person, as a part of the caller's transaction: it goes out if and only if that commits, and nothing
 * that committed is lost. Returns at once with the message's id; a worker delivers it. `userId` is null for somebody who has no account.
 */
export async function sendMessage(
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  tx: Transaction,
  { userId, message }: { userId: string | null; message: Message },
): Promise<string> {
  const id = randomUUID()
  const { kind, to, text } = message
  const content = kind === 'mail' ? { text, subject: message.subject, html: message.html } : { text }
  await tx
    .insert(messages)
    .values({ id, userId, kind, recipient: to, ...content, state: 'waiting', createdAt: clock() })
  await jobs.sendMessage(tx, id)
  return id
}
