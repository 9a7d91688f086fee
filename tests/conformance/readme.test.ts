import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { end, type ServerProcess, spawnServer } from '../server/process.ts'
import { createKey, signUp } from './accounts.ts'
import { corpusFile } from './corpus-file.ts'

const run = promisify(execFile)
const README = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
const BASE_URL = 'http://127.0.0.1:4000'

/** The blocks of the README that hold curl commands, a list of lines each. */
const blocks = [...README.matchAll(/```\n((?:curl .+\n)+)```/g)].map(([, lines = '']) =>
  lines.trim().split('\n'),
)

const folder = mkdtempSync(join(tmpdir(), 'filewright-readme-'))
const work = mkdtempSync(join(tmpdir(), 'filewright-shell-'))
let database: TestDatabase
let server: ServerProcess
let key: string
beforeAll(async () => {
  database = await createDatabase()
  server = await spawnServer(folder, { DATABASE_URL: database.url })
  key = await createKey((await signUp(server.url)).client)
  const files = {
    'notes.md': '# Notes\n\nWords.',
    'one.pdf': corpusFile('pdf/11-pages.pdf').content,
    'two.pdf': corpusFile('pdf/fields-two-pages.pdf').content,
    'photo.jpg': corpusFile('images/turned.jpg').content,
    'text.otf': corpusFile('fonts/latin.subset.otf').content,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(work, name), content)
})
afterAll(async () => {
  await end(server.child, 'SIGTERM')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(work, { recursive: true, force: true })
})

describe('the README', () => {
  it('has curl commands', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4)
  })

  it.each(blocks.map((lines, at) => [`${at + 1}: ${lines[0]}`, lines] as const))(
    'shows commands that work, block %s',
    async (_, lines) => {
      let answered: { conversion_id?: string; visitor_token?: string; status?: string } = {}
      for (const line of lines) {
        const command = line
          .replace(/^curl /, 'curl -sS --fail-with-body ')
          .replaceAll(BASE_URL, server.url)
          .replaceAll('TOKEN', answered.visitor_token ?? 'TOKEN')
          .replace(/(?<=\/)ID(?=\/)/, answered.conversion_id ?? 'ID')
        const { stdout } = await run('sh', ['-c', command], { cwd: work, env: { ...process.env, KEY: key } })
        if (stdout.startsWith('{')) answered = { ...answered, ...JSON.parse(stdout) }
        expect(answered.status, stdout).not.toBe('failed')
      }
      expect(answered.conversion_id).toBeDefined()
    },
  )

  it('leaves the files that its commands download', () => {
    const head = (name: string) => readFileSync(join(work, name)).subarray(0, 4).toString('latin1')
    expect([head('notes.pdf'), head('merged.pdf'), head('photo.webp')]).toEqual(['%PDF', '%PDF', 'RIFF'])
  })
})
