import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Objects } from '../../platform.ts'

/** Page size of a query: the lists of source and target never fit into memory. */
const PAGE = 500

/** A stored object and its state in the target. */
export interface FileToMove {
  key: string
  size: number
  sha256: string | null
  /** Size in the target in bytes; null if missing. */
  there: number | null
}

export interface FileTotals {
  files: number
  bytes: number
  verifiedFiles: number
  verifiedBytes: number
  largest: number
}

/**
 * The objects that a move has verified in its target, in the schema `file_move` of the instance's
 * database, so that a repeated run can resume. The schema is dropped once all files have moved.
 */
export class FileRecord {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** Opens the record of this target, or creates one. */
  static async open(client: pg.Client, target: string): Promise<FileRecord> {
    await client.query('create schema if not exists file_move')
    await client.query(
      `create table if not exists file_move.target (id integer primary key default 1 check (id = 1), name text not null)`,
    )
    await client.query(
      `create table if not exists file_move.files (key text primary key, size bigint, tag text, seen uuid,
         verified boolean not null default false, fault text)`,
    )
    const { rows } = await client.query<{ name: string }>('select name from file_move.target')
    if (rows[0]?.name !== target) {
      await client.query('truncate file_move.files, file_move.target')
      await client.query('insert into file_move.target (name) values ($1)', [target])
    }
    // A record lost in a database crash is rebuilt from the target's list.
    await client.query('set synchronous_commit = off')
    return new FileRecord(client)
  }

  /** Totals for a check; the record may be missing. Read-only. */
  static async peek(client: pg.Client, target: string): Promise<FileTotals> {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('file_move.target') is not null and to_regclass('file_move.files') is not null as there`,
    )
    if (rows[0]?.there) {
      const { rows: names } = await client.query<{ name: string }>('select name from file_move.target')
      if (names[0]?.name === target) return new FileRecord(client).totals()
    }
    return totalsOf(client, 'false', '')
  }

  /**
   * Lists the target. An object that has changed since its verification, or each with `reread`, is
   * verified again; a missing object is copied again.
   */
  async survey(target: Objects, reread: boolean): Promise<void> {
    const run = randomUUID()
    for (const kind of await this.#kinds()) {
      let page: { key: string; size: number; tag: string }[] = []
      for await (const one of target.list(kind)) {
        page.push(one)
        if (page.length < PAGE) continue
        await this.#note(page, run, reread)
        page = []
      }
      await this.#note(page, run, reread)
    }
    await this.#client.query('delete from file_move.files where seen is distinct from $1', [run])
    await this.#client.query('analyze file_move.files')
  }

  /** The kinds of objects: the prefixes of their keys. */
  async #kinds(): Promise<string[]> {
    const { rows } = await this.#client.query<{ kind: string }>(
      `select distinct split_part(key, '/', 1) as kind from objects
       union select distinct split_part(key, '/', 1) from file_move.files`,
    )
    return rows.map(({ kind }) => kind)
  }

  async #note(page: { key: string; size: number; tag: string }[], run: string, reread: boolean) {
    await this.#client.query(
      `insert into file_move.files as f (key, size, tag, seen)
       select p.key, p.size, p.tag, $4 from unnest($1::text[], $2::bigint[], $3::text[]) as p (key, size, tag)
       where exists (select from objects o where o.key = p.key) or exists (select from file_move.files m where m.key = p.key)
       on conflict (key) do update set size = excluded.size, tag = excluded.tag, seen = excluded.seen, fault = null,
         verified = f.verified and f.size = excluded.size and f.tag = excluded.tag and not $5`,
      [
        page.map(({ key }) => key),
        page.map(({ size }) => size),
        page.map(({ tag }) => tag),
        ...[run, reread],
      ],
    )
  }

  /** The stored objects that are not verified in the target, ordered by key. */
  async *missing(): AsyncGenerator<FileToMove> {
    for (let after = ''; ; ) {
      const { rows } = await this.#client.query<FileToMove>(
        `select o.key, o.size_bytes::float8 as size, o.sha256, f.size::float8 as there
         from objects o left join file_move.files f on f.key = o.key and f.key > $1
         where o.key > $1 and o.state = 'stored' and (f.key is null or (not f.verified and f.fault is null))
         order by o.key limit ${PAGE}`,
        [after],
      )
      // Recorded before the copy: an object deleted meanwhile is removed from the target at the
      // end.
      await this.#client.query(
        'insert into file_move.files (key) select unnest($1::text[]) on conflict do nothing',
        [rows.map(({ key }) => key)],
      )
      yield* rows
      const last = rows.at(-1)
      if (!last || rows.length < PAGE) return
      after = last.key
    }
  }

  async setVerified(key: string, { size, tag }: { size: number; tag: string }): Promise<void> {
    await this.#client.query(
      'update file_move.files set size = $2, tag = $3, verified = true, fault = null where key = $1',
      [key, size, tag],
    )
  }

  /** Records why an object of the source cannot be copied. */
  async setFault(key: string, fault: string): Promise<void> {
    await this.#client.query('update file_move.files set fault = $2, verified = false where key = $1', [
      key,
      fault,
    ])
  }

  /** Whether the instance still lists the object as stored. */
  async isStored(key: string): Promise<boolean> {
    const { rows } = await this.#client.query(`select from objects where key = $1 and state = 'stored'`, [
      key,
    ])
    return rows.length > 0
  }

  /** Stored objects that the source cannot return. */
  async *faults(): AsyncGenerator<{ key: string; fault: string }> {
    for (let after = ''; ; ) {
      const { rows } = await this.#client.query<{ key: string; fault: string }>(
        `select f.key, f.fault from file_move.files f join objects o on o.key = f.key and o.state = 'stored'
         where f.key > $1 and f.fault is not null order by f.key limit ${PAGE}`,
        [after],
      )
      yield* rows
      const last = rows.at(-1)
      if (!last) return
      after = last.key
    }
  }

  totals(): Promise<FileTotals> {
    return totalsOf(this.#client, 'f.verified', 'left join file_move.files f on f.key = o.key')
  }

  /** Removes copied objects that the instance has deleted since. */
  async removeDeleted(target: Objects): Promise<void> {
    for (;;) {
      const { rows } = await this.#client.query<{ key: string }>(
        `select key from file_move.files f where not exists (select from objects o where o.key = f.key) limit ${PAGE}`,
      )
      if (rows.length === 0) return
      for (const { key } of rows) await target.remove(key)
      await this.#client.query('delete from file_move.files where key = any($1)', [
        rows.map(({ key }) => key),
      ])
    }
  }

  async drop(): Promise<void> {
    await this.#client.query('drop schema file_move cascade')
  }
}

async function totalsOf(client: pg.Client, verified: string, join: string): Promise<FileTotals> {
  const { rows } = await client.query<FileTotals>(
    `select count(*)::float8 as files, coalesce(sum(o.size_bytes), 0)::float8 as bytes,
       (count(*) filter (where ${verified}))::float8 as "verifiedFiles",
       coalesce(sum(o.size_bytes) filter (where ${verified}), 0)::float8 as "verifiedBytes",
       coalesce(max(o.size_bytes), 0)::float8 as largest
     from objects o ${join} where o.state = 'stored'`,
  )
  return rows[0] as FileTotals
}
