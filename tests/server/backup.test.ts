import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BACKUP_LOCK } from '../../server/core/backup-lock.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { totp } from '../contract/outbox.ts'
import { createDatabase } from '../postgres/database.ts'
import { Client, signUp, startServer, storedFiles } from './harness.ts'
import { end, type ServerProcess, spawnServer } from './process.ts'

const PASSPHRASE = 'a long passphrase of the operator'
const FILES = '/api/v1/user/storage/files/'

/** Each starts a server and derives keys from a passphrase, which is slow on purpose. */
vi.setConfig({ testTimeout: 240_000 })

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
}, 60_000)

const freshFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-backup-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const freshDatabase = async () => {
  const database = await createDatabase()
  undo.push(() => database.drop())
  return database
}
async function launch(folder: string, settings: Record<string, string>): Promise<ServerProcess> {
  const server = await spawnServer(folder, settings)
  undo.push(() => end(server.child, 'SIGTERM'))
  return server
}

/** Runs one of the two scripts as `npm run` does. */
async function script(
  name: 'backup' | 'restore',
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [`dist-server/${name}.js`, ...args], {
    env: { PATH: process.env.PATH, BACKUP_PASSPHRASE: PASSPHRASE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

async function keep(client: Client, name: string, content: string) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await client.fetch(`${FILES}upload/`, { method: 'POST', body: form })
  return { status: response.status, id: ((await response.json()) as { id: string }).id }
}

async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

describe('a backup', () => {
  it('of an instance under load brings everything back, in another kind of instance', async () => {
    const [folder, vault, other] = [freshFolder(), freshFolder(), freshFolder()]
    const backup = join(vault, 'backup')
    const own = await freshDatabase()
    const server = await launch(folder, { DATABASE_URL: own.url })
    const me = await signUp(server.url)
    const seal = await (await me.fetch('/api/v1/pdf_handler/signing/seal/')).text()
    const setup = (await me.json('POST', '/auth/api/v1/social/mfa/setup/totp/', {})).body
    const app = await me.json('POST', '/auth/api/v1/social/mfa/setup/totp/confirm/', {
      code: totp(setup.secret),
    })
    expect(app.status).toBe(200)
    const kept = new Map<string, string>()
    for (let at = 0; at < 20; at++) {
      const { id } = await keep(me, `file-${at}.txt`, `content ${at} ${'x'.repeat(at * 1000)}`)
      kept.set(id, `content ${at} ${'x'.repeat(at * 1000)}`)
    }
    const converted = await me.convert('# Before the backup')
    expect((await me.wait(converted.body.id)).status).toBe('completed')

    // Work that goes on until the machine is lost: files come and go, conversions run.
    let works = true
    const busy = (async () => {
      for (let at = 0; works; at++) {
        const { id } = await keep(me, `passing-${at}.txt`, `passing ${at}`)
        await me.wait((await me.convert(`# Work ${at}`)).body.id)
        await me.json('POST', `${FILES}delete/`, { file_ids: [id], permanently: true })
      }
    })().catch(() => {})
    const first = await script('backup', [backup], { DATA_DIR: folder, DATABASE_URL: own.url })
    expect(first, first.output).toMatchObject({ code: 0 })
    const again = await script('backup', [backup, '--keep', '1'], { DATA_DIR: folder, DATABASE_URL: own.url })
    expect(again, again.output).toMatchObject({ code: 0 })
    expect(readdirSync(join(backup, 'snapshots'))).toHaveLength(1)
    const [, files, added] = /: (\d+) files, (\d+) of them new/.exec(again.output) ?? []
    const known = Number(files) - Number(added)
    expect(known, 'what the first run has written is not written again').toBeGreaterThanOrEqual(kept.size)
    server.child.kill('SIGKILL')
    works = false
    await busy
    rmSync(folder, { recursive: true, force: true })

    const restored = await script('restore', [backup], { DATA_DIR: other })
    expect(restored, restored.output).toMatchObject({ code: 0 })
    const next = await launch(other, {})
    const back = new Client(next.url)
    const begun = await back.json('POST', '/api/v1/user/auth/login/', {
      username: me.username,
      password: 'correct horse',
    })
    expect(begun.status, 'the second factor is still asked for').toBe(200)
    const code = totp(setup.secret)
    const verified = await back.json('POST', '/auth/api/v1/social/mfa/verify/', {
      method: 'totp',
      code,
    })
    expect(verified.status, 'the key that opens its secret came along').toBe(200)
    for (const [id, content] of kept) {
      const file = await back.fetch(`${FILES}${id}/content/`)
      expect(await file.text()).toBe(content)
    }
    expect((await back.wait(converted.body.id)).status).toBe('completed')
    const embedded = { host: join(other, 'postgres', 'run'), user: 'app', database: 'postgres' }
    expect(
      await (await back.fetch('/api/v1/pdf_handler/signing/seal/')).text(),
      'documents are sealed by the same key',
    ).toBe(seal)
    const [books] = await query<{ wrong: number; users: number }>(
      embedded,
      `select (select count(*)::int from owners o where credits_available + credits_held <>
          (select coalesce(sum(credits), 0) from credit_entries e where e.owner_id = o.id)) as wrong,
        (select count(*)::int from users) as users`,
    )
    expect(books?.wrong).toBe(0)
    expect(books?.users).toBe(1)
    // New rows get new numbers: the sequences came along, too.
    const another = await back.convert('# After the restore')
    expect((await back.wait(another.body.id)).status).toBe('completed')
  })

  it('holds deletions off while it is written, and the sweep makes up for them', async () => {
    const server = await startServer()
    undo.push(() => server.stop())
    const me = await signUp(server.url)
    const { id } = await keep(me, 'leaving.txt', 'leaving')
    const before = await storedFiles(server)
    const holder = new pg.Client(server.database)
    await holder.connect()
    await holder.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    await me.json('POST', `${FILES}delete/`, { file_ids: [id], permanently: true })
    await sweep(server.platform)
    expect(await storedFiles(server)).toBe(before)
    await holder.end()
    await sweep(server.platform)
    expect(await storedFiles(server)).toBe(before - 1)
  })

  it('says which stored files are missing, and keeps the others', async () => {
    const [folder, vault] = [freshFolder(), freshFolder()]
    const database = await freshDatabase()
    const server = await launch(folder, { DATABASE_URL: database.url })
    const me = await signUp(server.url)
    await keep(me, 'sound.txt', 'sound')
    await keep(me, 'lost.txt', 'lost')
    const [lost] = await query<{ key: string }>(
      { connectionString: database.url },
      `select key from objects where filename = 'lost.txt'`,
    )
    const [prefix = '', name = ''] = (lost?.key ?? '').split('/')
    rmSync(join(folder, 'objects', prefix, name.slice(0, 2), name))
    const done = await script('backup', [join(vault, 'backup')], {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
    })
    expect(done.code).toBe(2)
    expect(done.output).toContain(lost?.key)
    expect(done.output).toContain('2 files, 1 of them new')
  })
})

describe('a restore', () => {
  const prepare = async () => {
    const [folder, vault] = [freshFolder(), freshFolder()]
    const database = await freshDatabase()
    const server = await launch(folder, { DATABASE_URL: database.url })
    const me = await signUp(server.url)
    await keep(me, 'kept.txt', 'kept')
    const backup = join(vault, 'backup')
    const environment = { DATA_DIR: folder, DATABASE_URL: database.url }
    expect((await script('backup', [backup], environment)).code).toBe(0)
    return { backup, environment, server }
  }

  it('refuses an instance that is in use, and one that has accounts', async () => {
    const { backup, environment, server } = await prepare()
    expect((await script('restore', [backup], environment)).output).toContain(
      'A server works on this database',
    )
    await end(server.child, 'SIGTERM')
    const refused = await script('restore', [backup], environment)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('has accounts already')
  })

  it('opens with its passphrase alone, and refuses what was changed', async () => {
    const { backup } = await prepare()
    const target = { DATA_DIR: freshFolder(), DATABASE_URL: (await freshDatabase()).url }
    const wrong = await script('restore', [backup], {
      ...target,
      BACKUP_PASSPHRASE: 'another long passphrase',
    })
    expect(wrong.output).toContain('The passphrase is not the one of this backup.')
    const text = readdirSync(join(backup, 'objects'), { recursive: true, withFileTypes: true }).find(
      (entry) => entry.isFile(),
    )
    const path = join(text?.parentPath ?? '', text?.name ?? '')
    const bytes = readFileSync(path)
    expect(bytes.includes('kept')).toBe(false)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(path, bytes)
    const changed = await script('restore', [backup], target)
    expect(changed.code).toBe(1)
    const rows = await query({ connectionString: target.DATABASE_URL }, 'select from users')
    expect(rows, 'nothing of it came in').toHaveLength(0)
  })
})
