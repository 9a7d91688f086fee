import type pg from 'pg'
import { columnsSql, type Table, tableSql } from '../table-rows.ts'

/** The checksum that identical tables share. */
export interface TableSum {
  rows: string
  sum: string
}

/** Normalizes the text format of values, regardless of server defaults. */
export const SAME_TEXT = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'`

/** Row count, and an order-independent sum of the row hashes. */
export async function sumTable(client: pg.Client, table: Table, where = 'true'): Promise<TableSum> {
  const { rows } = await client.query<TableSum>(
    `select count(*)::text as rows,
       coalesce(sum(('x' || substr(md5(row(${columnsSql(table)})::text), 1, 16))::bit(64)::bigint), 0)::text as sum
     from ${tableSql(table)} where ${where}`,
  )
  return rows[0] as TableSum
}

/** The ledger's totals for the operator: its entries, and the credits of all owners. */
export async function sumLedger(client: pg.Client): Promise<{ entries: string; credits: string }> {
  const { rows } = await client.query<{ entries: string; credits: string }>(
    'select count(*)::text as entries, coalesce(sum(credits), 0)::text as credits from credit_entries',
  )
  return rows[0] as { entries: string; credits: string }
}
