import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { refuseInTransaction } from '../core/transaction.ts'
import type { Database, Log, Tracer, Transaction } from '../platform.ts'
import { preparingClient } from './prepared-statements.ts'
import { tracingClient } from './traced-statements.ts'

/** How to reach it: a URL, or the embedded server's socket. */
export type Connection = string | { host: string; user: string; database: string }

export const connectionConfig = (connection: Connection): pg.ClientConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection

/**
 * A pool of connections, with drizzle on top. `prepares` keeps plans of frequent statements in each
 * connection; `tracer` is told of slow statements.
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
  // A connection that breaks is replaced at the next query, and whoever was using it gets the error
  // from their query; without these listeners, idle or in use, it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: databaseOn(pool), pool, close: () => pool.end() }
}

/**
 * A transaction that took a second connection would wait for itself once every connection has such
 * a transaction.
 */
class GuardedPool extends pg.Pool {
  override connect: pg.Pool['connect'] = (...given: unknown[]) => {
    refuseInTransaction('A second database connection')
    return Reflect.apply(super.connect, this, given)
  }
}

function databaseOn(pool: pg.Pool): Database {
  const db = drizzle(pool)
  // The brand of Transaction is a type alone: only here do drizzle's own become ours.
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

/**
 * Whether an error means that the database cannot be reached, rather than that a query was wrong.
 */
export function isUnreachable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '', syscall } = at as NodeJS.ErrnoException
    // 57P01-03: shutting down or starting up; 08…: connection exceptions; the rest are the socket's
    // own.
    if (/^(57P0[123]|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)) return true
    // The socket in the file system; a file that is missing is something else.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (/Connection terminated|timeout exceeded when trying to connect|connection timeout/i.test(at.message))
      return true
  }
  return false
}
