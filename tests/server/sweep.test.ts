import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../server/worker/sweep.ts'
import { signUp, startServer, type TestServer } from './harness.ts'

const DAY = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, 'real')
})
afterAll(() => server.stop())

const sweepAfter = (days: number) =>
  sweep({ ...server.platform, clock: () => new Date(Date.now() + days * DAY) })
const scratch = (name: string) => join(server.folder, 'scratch', name)

describe('the sweep, days after the start', () => {
  it('leaves running engines alone', async () => {
    const me = await signUp(server.url)
    const before = await me.convert('# One\n')
    expect(await me.wait(before.body.id)).toMatchObject({ status: 'completed' })
    await sweepAfter(3)
    const after = await me.convert('# Two\n')
    expect(await me.wait(after.body.id)).toMatchObject({ status: 'completed' })
  })

  it('leaves a file that is still arriving alone', async () => {
    const path = join(server.platform.settings.scratch, randomUUID())
    writeFileSync(path, 'the first half')
    await sweepAfter(3)
    expect(existsSync(path)).toBe(true)
    rmSync(path)
  })

  it('keeps an upload in pieces as long as its row, and no longer', async () => {
    const me = await signUp(server.url)
    const begun = await me.json('POST', '/api/v1/user/storage/uploads/', {
      file_name: 'large.bin',
      size_bytes: 10,
    })
    expect(begun.status).toBe(201)
    const file = scratch(`upload-${begun.body.upload_id}`)
    const orphan = scratch(`upload-${randomUUID()}`)
    for (const path of [file, orphan]) {
      writeFileSync(path, 'half')
      utimesSync(path, new Date(0), new Date(0))
    }
    await sweepAfter(0)
    expect([existsSync(file), existsSync(orphan)]).toEqual([true, false])
    await sweepAfter(3)
    expect(existsSync(file)).toBe(false)
  })

  it('removes what earlier versions left, and nothing that it did not name', async () => {
    const names = [`job-${randomUUID()}`, randomUUID(), 'engines', 'notes']
    for (const name of names) mkdirSync(scratch(name))
    await sweepAfter(0)
    expect(names.every((name) => existsSync(scratch(name)))).toBe(true)
    await sweepAfter(3)
    expect(names.filter((name) => existsSync(scratch(name)))).toEqual(['notes'])
  })
})

describe('the folder of a process', () => {
  const claimInAnother = () => {
    const module = join(import.meta.dirname, '../../server/core/process-folder.ts')
    const code = `import(${JSON.stringify(module)}).then(async ({ claimProcessFolder }) => {
      console.log((await claimProcessFolder(${JSON.stringify(scratch(''))}, console)).path); process.exit(0) })`
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.trim()
  }
  const claims = () => readdirSync(scratch('')).filter((name) => name.startsWith('process-'))

  it('goes once the process has ended, however new it is', async () => {
    const { claimProcessFolder } = await import('../../server/core/process-folder.ts')
    const abandoned = claimInAnother()
    expect(existsSync(abandoned)).toBe(true)
    const mine = await claimProcessFolder(scratch(''), server.platform.log)
    expect(existsSync(abandoned)).toBe(false)
    expect(claims()).toHaveLength(2)
    await mine.close()
    expect(existsSync(server.platform.settings.scratch)).toBe(true)
  })

  it('of another machine goes after a day of silence', async () => {
    const { claimProcessFolder } = await import('../../server/core/process-folder.ts')
    const [beating, silent] = ['aaaaaa', 'bbbbbb'].map((end) =>
      scratch(`process-1-100-000000000000.${end}`),
    ) as [string, string]
    mkdirSync(beating)
    mkdirSync(silent)
    const past = new Date(Date.now() - 2 * DAY)
    utimesSync(silent, past, past)
    const mine = await claimProcessFolder(scratch(''), server.platform.log)
    expect([existsSync(beating), existsSync(silent)]).toEqual([true, false])
    await mine.close()
    rmSync(beating, { recursive: true })
  })
})

it('a folder of engines that is gone fails no job and ends no process', async () => {
  const engines = join(server.folder, 'engines')
  rmSync(engines, { recursive: true })
  writeFileSync(engines, 'in the way')
  const rejected: unknown[] = []
  const note = (reason: unknown) => void rejected.push(reason)
  process.on('unhandledRejection', note)
  const me = await signUp(server.url)
  const sent = await me.convert('# Three\n', { target_format: 'docx' })
  expect(sent.status).toBe(202)
  expect(await me.wait(sent.body.id)).toMatchObject({ status: 'failed', error: { code: 'internal' } })
  process.off('unhandledRejection', note)
  expect(rejected).toEqual([])
  // pandoc's package for npm starts only when it is needed.
  expect(server.logged.join('')).toMatch(/An engine could not be (prepared|started)/)
  rmSync(engines)
  const again = await me.convert('# Four\n', { target_format: 'docx' })
  expect(await me.wait(again.body.id)).toMatchObject({ status: 'completed' })
})
