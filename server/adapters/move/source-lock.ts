import pg from 'pg'
import { type Connection, connectionConfig } from '../postgres.ts'

/** Arbitrary, but the same for every process. Its holder moves the files or the database. */
const MOVE_LOCK = 4_871_250

/** A session of the instance's database; a lost connection fails its next query. */
export async function openClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(connection), connectionTimeoutMillis: 10_000 })
  // Without a listener, a broken connection would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** @throws if another session moves the files or the database of this instance */
export async function claimMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    MOVE_LOCK,
  ])
  if (!rows[0]?.held) throw new Error('Another move of this instance is running. Wait until it has ended.')
}

/**
 * Begins a transaction that blocks other writes to these tables.
 * @throws if a writing session does not end
 */
export async function refuseWrites(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query('begin isolation level repeatable read')
  await client.query(`set local lock_timeout = '10s'`)
  // The lock is held during the whole copy, without a query in between.
  await client.query('set local idle_in_transaction_session_timeout = 0')
  try {
    await client.query(`lock table ${tables.join(', ')} in share mode`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
    throw new Error('Another session writes to the database. End it and run this command again.', {
      cause: error,
    })
  }
}
