import pg from 'pg'

const quoted = pg.escapeIdentifier

export interface Table {
  schema: string
  name: string
  /** Without generated columns, which are computed again. */
  columns: string[]
}

/** The quoted name and columns of a table for SQL. */
export const tableSql = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${quoted(schema)}.${quoted(name)}`
export const columnsSql = ({ columns }: Pick<Table, 'columns'>) => columns.map(quoted).join(', ')

/** The ordinary tables of these schemas except those in `leftOut`, ordered by name. */
export async function listTables(
  client: pg.Client,
  schemas: readonly string[],
  leftOut: readonly string[],
): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and not c.relname = any($2)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [schemas, leftOut],
  )
  return rows
}

export interface Sequence {
  schema: string
  name: string
  value: string
}

/** The sequences of these schemas that have been used. */
export async function listSequences(client: pg.Client, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null`,
    [schemas],
  )
  return rows
}

export async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { schema, name, value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [tableSql({ schema, name }), value])
}

/**
 * Empties these tables and lets `fill` write their rows, in the client's transaction. Drops foreign
 * keys and disables triggers meanwhile, then restores them.
 * @throws if a row violates a foreign key
 */
export async function replaceRows(
  client: pg.Client,
  tables: readonly Table[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))`,
    [tables.map(tableSql)],
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const table of tables) {
    await client.query(`alter table ${tableSql(table)} disable trigger user`)
    // Migrations have inserted rows into some of them.
    await client.query(`delete from ${tableSql(table)}`)
  }
  await fill()
  for (const table of tables) await client.query(`alter table ${tableSql(table)} enable trigger user`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
}
