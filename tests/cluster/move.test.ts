import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Content, move, startMove } from '../server/moved-instance.ts'
import { end, type ServerProcess, spawnServer, until } from '../server/process.ts'
import { PostgresServer } from './postgres-server.ts'
import { Watchdog } from './watchdog.ts'

const SECRET = 'a-password-of-the-database'

describe('npm run move -- database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-move-'))
  const data = join(folder, 'data')
  const watchdog = new Watchdog()
  const servers: ServerProcess[] = []
  let postgres: PostgresServer
  let content: Content
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    postgres = await PostgresServer.start(join(folder, 'postgres'), watchdog)
    const server = await launch(data)
    content = await Content.fill(server, [1000, 50_000])
    await content.work(server, data)
  }, 240_000)
  const launch = async (at: string, settings: Record<string, string> = {}) => {
    const server = await spawnServer(at, settings)
    watchdog.watch(server.child.pid)
    servers.push(server)
    return server
  }
  const stop = () => Promise.all(servers.splice(0).map(({ child }) => end(child, 'SIGTERM')))
  afterAll(async () => {
    await stop()
    await postgres.down()
    watchdog.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  /** A new database on the server; its URL has a password, which the server does not ask for. */
  async function database(name: string): Promise<string> {
    await postgres.query(`create database ${name}`)
    return `postgres://app:${SECRET}@127.0.0.1:${postgres.port}/${name}`
  }
  const query = async <Row extends object>(url: string, text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  it('copies an embedded database to a PostgreSQL of one’s own, and back, with the same server afterwards', async () => {
    const url = await database('moved')
    const settings = { DATA_DIR: data, DATABASE_URL: url }
    const working = await move(['database', '--to', 'own'], settings)
    expect(working, working.output).toMatchObject({ code: 1 })
    expect(working.output).toContain('A server works on the source database.')
    await stop()

    const checked = await move(['database', '--to', 'own', '--check'], settings)
    expect(checked, checked.output).toMatchObject({ code: 0 })
    expect(checked.output).toContain('Nothing is in the way.')
    expect(await query(url, `select from pg_class where relname = 'objects'`)).toEqual([])

    // Killed in the middle of filling the target: a lock of the test holds it there.
    const killed = startMove(['database', '--to', 'own'], settings)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await until(120, async () => {
      const { rows } = await holder.query(`select to_regclass('pgboss.version') as version`)
      return rows[0].version !== null
    })
    await holder.query('begin; lock table users in access share mode')
    await until(120, async () => {
      const { rows } = await holder.query(
        `select from pg_locks where relation = 'users'::regclass and not granted`,
      )
      return rows.length > 0
    })
    await end(killed.child, 'SIGKILL')
    await holder.end()
    expect(await query(url, 'select from users')).toEqual([])
    const moved = await move(['database', '--to', 'own'], settings)
    expect(moved, moved.output).toMatchObject({ code: 0 })
    expect(moved.output).toMatch(/your PostgreSQL \(moved\) has the same \d+ tables with \d+ rows\.\n/)
    expect(moved.output).toMatch(/The ledger has [1-9]\d* entries, [1-9]\d* credits in all\./)
    expect(await query(url, `select from pg_namespace where nspname = 'database_move'`)).toEqual([])
    const again = await move(['database', '--to', 'own'], settings)
    expect(again, again.output).toMatchObject({ code: 0 })
    expect(again.output).toContain('rows already.')
    for (const { output } of [working, checked, moved, again]) expect(output).not.toContain(SECRET)

    const next = await launch(data, { DATABASE_URL: url })
    await content.requireSame(next.url)
    const client = content.client(next.url)
    // New rows get new numbers, the queue takes jobs, and the ledger's guard holds again.
    expect(await client.wait((await client.convert('# After the move')).body.id)).toMatchObject({
      status: 'completed',
    })
    await expect(query(url, 'update credit_entries set credits = 0')).rejects.toThrow('only grows')
    const keys = `select count(*)::int as keys from pg_constraint where contype = 'f'`
    const [there] = await query<{ keys: number }>(url, keys)
    expect(there?.keys).toBeGreaterThan(20)
    await stop()

    const changed = await move(['database', '--to', 'own'], settings)
    expect(changed, changed.output).toMatchObject({ code: 1 })
    expect(changed.output).toContain('The target database is not empty')

    const other = join(folder, 'other')
    mkdirSync(other)
    copyFileSync(join(data, 'secret.key'), join(other, 'secret.key'))
    const back = await move(['database', '--to', 'embedded'], { DATA_DIR: other, DATABASE_URL: url })
    expect(back, back.output).toMatchObject({ code: 0 })
    expect(back.output).toContain('Now remove DATABASE_URL')
    rmSync(join(other, 'objects'), { recursive: true, force: true })
    const last = await launch(other, { ROLE: 'web' })
    const credits = await content.client(last.url).json('GET', '/api/v1/docs_core/credits/')
    expect(credits.status, 'the session is the same').toBe(200)
  }, 240_000)

  it('refuses a database that has tables, one of another encoding, and settings that name none', async () => {
    await stop()
    const used = await database('used')
    await query(used, 'create table somebody_elses (id integer)')
    const refused = await move(['database', '--to', 'own'], { DATA_DIR: data, DATABASE_URL: used })
    expect(refused, refused.output).toMatchObject({ code: 1 })
    expect(refused.output).toContain('The target database is not empty')
    expect(await query(used, `select from pg_tables where schemaname = 'public'`)).toHaveLength(1)
    await postgres.query(
      `create database latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    )
    const latin = { DATA_DIR: data, DATABASE_URL: postgres.url().replace(/[^/]+$/, 'latin') }
    const encoded = await move(['database', '--to', 'own', '--check'], latin)
    expect(encoded).toMatchObject({ code: 1 })
    expect(encoded.output).toContain('has the encoding LATIN1')
    const none = await move(['database', '--to', 'own'], { DATA_DIR: data })
    expect(none.output).toMatch(/^Set DATABASE_URL/)
  }, 120_000)
})
