import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { openS3Objects } from '../../server/adapters/s3-objects.ts'
import { createDatabase } from '../postgres/database.ts'
import { Content, move, startMove } from '../server/moved-instance.ts'
import { localFile } from '../server/objects-suite.ts'
import { end, spawnServer, until } from '../server/process.ts'
import { newBucket, quiet } from './buckets.ts'
import { Wire } from './wire.ts'

/** A process that warms no engines. */
const WEB = { ROLE: 'web' }

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
}, 60_000)

const freshFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-move-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const launch = async (folder: string, settings: Record<string, string>) => {
  const server = await spawnServer(folder, settings)
  undo.push(() => end(server.child, 'SIGTERM'))
  return server
}
const pathOf = (folder: string, key: string) => {
  const [prefix = '', name = ''] = key.split('/')
  return join(folder, 'objects', prefix, name.slice(0, 2), name)
}

/** An instance on its disk, and the settings of a bucket behind a wire that can be cut. */
async function prepare(sizes: number[], { works }: { works: boolean }) {
  const folder = freshFolder()
  const database = await createDatabase()
  undo.push(() => database.drop())
  const wire = new Wire(new URL(inject('s3')?.endpoint as string))
  const bucket = newBucket({ endpoint: await wire.restore() })
  undo.push(() => wire.cut())
  const common = { DATA_DIR: folder, DATABASE_URL: database.url }
  const settings = {
    ...common,
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const server = await launch(folder, works ? common : { ...common, ...WEB })
  const content = await Content.fill(server, sizes)
  if (works) await content.work(server, folder)
  const query = async <Row extends pg.QueryResultRow>(text: string) => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const verified = async () =>
    (await query<{ key: string }>('select key from file_move.files where verified')).map(({ key }) => key)
  /** The keys that were written over the wire, each as often as it was; parts count once. */
  const writes = () =>
    wire.writes
      .filter((path) => !/partNumber=(?!1\b)|\/probe\//.test(path))
      .flatMap((path) => /(?:uploads|outputs)\/[0-9a-f-]{36}/.exec(path)?.[0] ?? [])
  return { folder, settings, common, bucket, wire, server, content, query, verified, writes }
}

describe('npm run move -- files', () => {
  it('goes on where it was stopped, finishes once the instance is stopped, and a server on the bucket serves the same', async () => {
    const one = await prepare([...Array.from({ length: 20 }, (_, at) => 20_000 + at), 9_000_001], {
      works: true,
    })
    const { settings, content, server, wire, verified, writes, folder } = one
    const checked = await move(['files', '--to', 'bucket', '--check'], settings)
    expect(checked, checked.output).toMatchObject({ code: 0 })
    expect(checked.output).toMatch(/0 of them are verified[\s\S]*The instance is running/)
    expect(writes()).toEqual([])

    // While the server works: killed, then stopped, then without its target.
    const args = ['files', '--to', 'bucket', '--parallel', '1']
    const killed = startMove(args, settings)
    await until(120, async () => (await verified().catch(() => [])).length >= 5)
    await end(killed.child, 'SIGKILL')
    const before = await verified()
    const stopped = startMove(args, settings)
    await until(120, async () => (await verified()).length >= before.length + 5)
    stopped.child.kill('SIGINT')
    const said = await stopped.ended
    expect(said).toMatchObject({ code: 130 })
    expect(said.output).toContain('Run the same command again')
    const away = startMove(args, settings)
    const known = (await verified()).length
    await until(120, async () => (await verified()).length >= known + 2)
    await wire.cut()
    const failed = await away.ended
    expect(failed, failed.output).toMatchObject({ code: 1 })
    expect(failed.output).toContain('The file store cannot be reached. Run the same command again')
    await wire.restore()
    const done = await verified()
    const written = writes().length
    const running = await move(['files', '--to', 'bucket'], settings)
    expect(running, running.output).toMatchObject({ code: 0 })
    expect(running.output).toContain('The instance is still running.')
    expect(running.output).not.toContain('S3_BUCKET=')
    const later = writes().slice(written)
    expect(done.filter((key) => later.includes(key))).toEqual([])

    // What comes and goes before the last run.
    const me = content.client(server.url)
    const late = await content.add(me, 'late.bin', randomBytes(1000))
    const [first = ''] = [...content.files.keys()].filter((path) => path.includes('/storage/files/'))
    content.files.delete(first)
    const [, id] = /files\/([^/]+)\/content/.exec(first) ?? []
    const [gone] = await one.query<{ key: string }>(
      `select object_key as key from user_files where id = '${id}'`,
    )
    await me.json('POST', '/api/v1/user/storage/files/delete/', { file_ids: [id], permanently: true })
    await until(
      30,
      async () => (await one.query(`select from objects where key = '${gone?.key}'`)).length === 0,
    )
    await end(server.child, 'SIGTERM')
    const finished = await move(['files', '--to', 'bucket'], settings)
    expect(finished, finished.output).toMatchObject({ code: 0 })
    expect(finished.output).toContain(`S3_BUCKET=${settings.S3_BUCKET}`)
    expect(writes()).toContain(late)
    const interruptions = 3
    expect(writes().length - new Set(writes()).size).toBeLessThanOrEqual(interruptions)
    for (const output of [said, failed, running, finished].map(({ output }) => output))
      expect(output).not.toContain(settings.S3_SECRET_ACCESS_KEY)
    expect(await one.query(`select from pg_namespace where nspname = 'file_move'`)).toEqual([])

    const store = await openS3Objects(one.bucket, quiet)
    undo.push(() => store.close())
    expect(await store.head(gone?.key as string), 'what was deleted is not left in the target').toBeNull()
    expect(readFileSync(pathOf(folder, late)).length, 'the source keeps its files').toBe(1000)
    rmSync(join(folder, 'objects'), { recursive: true })
    const next = await launch(folder, { ...settings, ...WEB })
    await content.requireSame(next.url)
    await end(next.child, 'SIGTERM')

    // And back, by the same command.
    const back = await move(['files', '--to', 'disk'], settings)
    expect(back, back.output).toMatchObject({ code: 0 })
    expect(back.output).toContain('Now remove S3_BUCKET')
    expect(readdirSync(join(folder, 'scratch'))).toEqual([])
    const last = await launch(folder, { ...one.common, ...WEB })
    await content.requireSame(last.url)
  }, 240_000)

  it('names what is damaged in the source and copies the rest, and notices what is damaged in the target', async () => {
    const one = await prepare([1000, 1001], { works: false })
    const { settings, content, server, folder, bucket } = one
    const me = content.client(server.url)
    const [lost, changed, wrong, missing] = await Promise.all(
      ['lost', 'changed', 'wrong', 'missing'].map((name) =>
        content.add(me, `${name}.bin`, randomBytes(5000)),
      ),
    )
    await end(server.child, 'SIGTERM')
    const original = readFileSync(pathOf(folder, changed as string))
    const [lostPath, changedPath] = [pathOf(folder, lost as string), pathOf(folder, changed as string)]
    const lostBytes = readFileSync(lostPath)
    rmSync(lostPath)
    writeFileSync(changedPath, Buffer.from(original).fill(0, 100, 101).fill(1, 101, 102))
    const damaged = await move(['files', '--to', 'bucket'], settings)
    expect(damaged, damaged.output).toMatchObject({ code: 2 })
    expect(damaged.output).toContain(`Damaged: ${lost}: it is missing`)
    expect(damaged.output).toContain(`Damaged: ${changed}: its bytes are not those that were stored`)
    expect(damaged.output).not.toContain('S3_BUCKET=')
    const [count] = await one.query<{ files: number }>(
      `select count(*)::int as files from objects where state = 'stored'`,
    )
    const files = count?.files ?? 0
    expect(damaged.output).toContain(`${files - 2} of ${files} files are verified`)

    // Somebody writes to the bucket, and removes a file there.
    const store = await openS3Objects(bucket, quiet)
    undo.push(() => store.close())
    await store.adopt(wrong as string, localFile(freshFolder(), randomBytes(5000)))
    await store.remove(missing as string)
    const accepted = await move(['files', '--to', 'bucket', '--accept-damaged'], settings)
    expect(accepted, accepted.output).toMatchObject({ code: 2 })
    expect(accepted.output).toContain('2 of them copied now')
    expect(accepted.output).toContain('S3_BUCKET=')

    writeFileSync(lostPath, lostBytes)
    writeFileSync(changedPath, original)
    const sound = await move(['files', '--to', 'bucket'], settings)
    expect(sound, sound.output).toMatchObject({ code: 0 })
    expect(sound.output).toContain(`${files} of ${files} files are verified`)
    const next = await launch(folder, { ...settings, ...WEB })
    await content.requireSame(next.url)
  }, 240_000)

  it('says what is missing before it begins', async () => {
    const folder = freshFolder()
    const none = await move(['files', '--to', 'bucket'], { DATA_DIR: folder })
    expect(none).toMatchObject({ code: 1 })
    expect(none.output).toMatch(/^Set S3_BUCKET, /)
    const { accessKeyId: S3_ACCESS_KEY_ID, endpoint: S3_ENDPOINT, bucket: S3_BUCKET } = newBucket()
    const keys = { S3_ACCESS_KEY_ID, S3_ENDPOINT, S3_BUCKET, S3_SECRET_ACCESS_KEY: 'not-this-secret' }
    const empty = await move(['files', '--to', 'bucket'], { DATA_DIR: folder, ...keys })
    expect(empty.output).toContain('There is no embedded database in')
    const database = await createDatabase()
    undo.push(() => database.drop())
    const settings = { DATA_DIR: folder, DATABASE_URL: database.url, ...keys }
    const refused = await move(['files', '--to', 'bucket', '--check'], settings)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toContain(`The bucket ${S3_BUCKET} cannot be used: the keys do not allow it`)
    expect(refused.output).not.toContain('not-this-secret')
    expect((await move(['files', '--to', 'nowhere'], {})).output).toContain('Usage:')
  })
})
