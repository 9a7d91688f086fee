import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { refuseInTransaction } from '../core/transaction.ts'
import type { Database, Log, Tracer, Transaction } from '../platform.ts'
import { preparingClient } from './prepared-statements.ts'
import { tracingClient } from './traced-statements.ts'

/** A URL, or the socket of the embedded server. */
export type Connection = string | { host: string; user: string; database: string }

export const connectionConfig = (connection: Connection): pg.ClientConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection

/**
 * A connection pool with drizzle. `prepares` keeps plans of frequent statements in each connection;
 * `tracer` traces slow statements.
 */
export function openDatabase(
  connection: Connection,
  log: Log,
  size: number,
  { prepares = true, tracer }: { prepares?: boolean; tracer?: Tracer | undefined } = {},
): { db: Database; pool: pg.Pool; close(): Promise<void> } {
  const Client = prepares ? preparingClient() : pg.Client
  const pool = new GuardedPool({
    ...connectionConfig(connection),
    max: size,
    connectionTimeoutMillis: 5000,
    Client: tracer ? tracingClient(Client, tracer) : Client,
  })
  // A broken connection is replaced at the next query, and its user gets the error from the query;
  // without these listeners it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: databaseOn(pool), pool, close: () => pool.end() }
}

/**
 * A transaction that takes a second connection would deadlock once all connections are held by such
 * transactions.
 */
class GuardedPool extends pg.Pool {
  override connect: pg.Pool['connect'] = (...given: unknown[]) => {
    refuseInTransaction('A second database connection')
    return Reflect.apply(super.connect, this, given)
  }
}

function databaseOn(pool: pg.Pool): Database {
  const db = drizzle(pool)
  // The brand of Transaction exists only as a type, so drizzle's transactions are cast here.
  return Object.assign(Object.create(db), {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      db.transaction((tx) => work(withSavepoints(tx))),
  })
}

type DrizzleTransaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

const withSavepoints = (tx: DrizzleTransaction): Transaction =>
  Object.assign(tx, {
    savepoint: <T>(work: (tx: Transaction) => Promise<T>) =>
      tx.transaction((inner) => work(withSavepoints(inner))),
  }) as unknown as Transaction

/** Whether an error means that the database is unavailable, rather than that a query was wrong. */
export function isUnreachable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '', syscall } = at as NodeJS.ErrnoException
    // 57P01-03: shutdown or startup; 08…: connection exceptions; the rest are socket errors.
    if (/^(57P0[123]|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)) return true
    // A missing Unix socket; other missing files have another syscall.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (/Connection terminated|timeout exceeded when trying to connect|connection timeout/i.test(at.message))
      return true
  }
  return false
}
