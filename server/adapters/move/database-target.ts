import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Content of the target database. */
export type TargetState =
  /** Empty, or an unfinished move of the same instance. */
  | 'fillable'
  /** Has tables of an instance, perhaps of this one. */
  | 'filled'

/** The instance's identity: the MAC of its secret key, stored in its database. */
export async function instanceName(source: pg.Client): Promise<string> {
  const { rows } = await source.query<{ value: Buffer }>(
    `select value from instance_facts where name = 'secret key'`,
  )
  if (!rows[0])
    throw new Error(
      'The source database was never used by a server. There is nothing to move: start with it.',
    )
  return createHash('sha256').update(rows[0].value).digest('hex')
}

/** Read-only. */
export async function stateOf(target: pg.Client, instance: string): Promise<TargetState> {
  const { rows: marks } = await target.query<{ there: boolean }>(
    `select to_regclass('database_move.source') is not null as there`,
  )
  if (marks[0]?.there) {
    const { rows } = await target.query<{ instance: string }>('select instance from database_move.source')
    if (rows[0]?.instance === instance) return 'fillable'
  }
  // Ignores objects of extensions.
  const { rows } = await target.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
       and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     limit 1`,
  )
  return rows.length === 0 ? 'fillable' : 'filled'
}

/**
 * Marks the target as claimed by this move until it is filled, so that a stopped run can be
 * repeated.
 */
export async function markTarget(target: pg.Client, instance: string): Promise<void> {
  await target.query('begin')
  await target.query('create schema if not exists database_move')
  await target.query('create table if not exists database_move.source (instance text primary key)')
  await target.query('insert into database_move.source values ($1) on conflict do nothing', [instance])
  await target.query('commit')
}

export const unmarkTarget = (target: pg.Client) => target.query('drop schema database_move cascade')

/**
 * Checks the target server's requirements.
 * @returns a message for the operator; null if all are met
 */
export async function findObstacle(target: pg.Client): Promise<string | null> {
  const { rows } = await target.query<{
    encoding: string
    version: number
    create: boolean
    writable: boolean
    trigrams: boolean
  }>(
    `select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version,
       has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as create,
       not pg_is_in_recovery() as writable,
       exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`,
  )
  const found = rows[0]
  if (!found) return 'The target database does not answer.'
  if (!found.writable) return 'The target database is a read-only standby. Use the primary server.'
  if (found.encoding !== 'UTF8')
    return `The target database has the encoding ${found.encoding}. Create one with UTF8 (createdb -T template0 -E UTF8).`
  if (!found.create)
    return 'The user of the target database may not create tables. Make the user its owner (createdb -O).'
  if (!found.trigrams)
    return 'The target server lacks the extension pg_trgm. Install it (on Debian: postgresql-contrib).'
  return null
}
