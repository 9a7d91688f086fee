import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'filewright-socket-'))
/** Too long for a socket's path. */
const data = join(folder, 'd'.repeat(100), 'postgres')
const planted: string[] = []
afterAll(() => {
  for (const path of [...planted, folder]) rmSync(path, { recursive: true, force: true })
})

describe('the folder of the socket, where the data folder’s path is too long', () => {
  const victim = join(folder, 'victim')
  mkdirSync(victim)
  chmodSync(victim, 0o755)
  const untouched = () => [lstatSync(victim).mode & 0o777, lstatSync(victim).uid, readdirSync(victim)]
  const before = untouched()
  const plant = (at: string) => {
    symlinkSync(victim, at)
    planted.push(at)
  }
  const works = async (connection: pg.ClientConfig) => {
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('select 1')
    await client.end()
  }

  it('is private, follows no planted link, and is kept from start to start', async () => {
    // The name that could be foreseen.
    const hash = createHash('sha256').update(join(data, 'run')).digest('hex').slice(0, 16)
    plant(join(tmpdir(), `filewright-${hash}`))
    const first = await startEmbeddedPostgres(data, log)
    const { host } = first.connection
    expect(untouched()).toEqual(before)
    expect(lstatSync(host).isDirectory()).toBe(true)
    expect(lstatSync(host).mode & 0o777).toBe(0o700)
    await works(first.connection)
    expect((await startEmbeddedPostgres(data, log)).connection.host, 'the running one is adopted').toBe(host)
    await first.stop()

    rmSync(host, { recursive: true })
    plant(host)
    const second = await startEmbeddedPostgres(data, log)
    expect(second.connection.host).not.toBe(host)
    expect(untouched()).toEqual(before)
    await works(second.connection)
    await second.stop()
    planted.push(second.connection.host)
  })

  it('is closed to others again, where somebody opened it', async () => {
    const first = await startEmbeddedPostgres(data, log)
    await first.stop()
    chmodSync(first.connection.host, 0o755)
    const second = await startEmbeddedPostgres(data, log)
    expect(second.connection.host).toBe(first.connection.host)
    expect(lstatSync(first.connection.host).mode & 0o777).toBe(0o700)
    await second.stop()
  })

  it('is replaced where a server that outlived its process has lost it', async () => {
    const module = join(import.meta.dirname, '../../server/adapters/embedded-postgres.ts')
    const code = `import(${JSON.stringify(module)}).then(async ({ startEmbeddedPostgres }) => {
      console.log((await startEmbeddedPostgres(${JSON.stringify(data)}, console)).connection.host); process.exit(0) })`
    const { stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' })
    const host = stdout.trim()
    expect(lstatSync(host).isDirectory()).toBe(true)
    rmSync(host, { recursive: true })
    const adopted = await startEmbeddedPostgres(data, log)
    planted.push(adopted.connection.host)
    expect(adopted.connection.host).not.toBe(host)
    await works(adopted.connection)
    await adopted.stop()
  })
})
