import pg from 'pg'
import { type Connection, connectionConfig } from './postgres.ts'

export interface StoredMessage {
  kind: 'mail' | 'sms'
  recipient: string
  subject: string | null
  text: string
  createdAt: Date
}

/** The messages without a transport, newest first; `to` filters by recipient. */
export async function listStoredMessages(
  connection: Connection,
  { to, limit }: { to: string | null; limit: number },
): Promise<StoredMessage[]> {
  const client = new pg.Client(connectionConfig(connection))
  await client.connect()
  try {
    const { rows } = await client.query<StoredMessage>(
      `select kind, recipient, subject, coalesce(text, '') as text, created_at as "createdAt" from messages
       where state = 'kept' and ($1::text is null or lower(recipient) = lower($1)) order by created_at desc, id desc limit $2`,
      [to, limit],
    )
    return rows
  } finally {
    await client.end()
  }
}
