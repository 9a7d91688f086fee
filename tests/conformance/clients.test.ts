import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { node } from '../../scripts/prepare.js'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { end, type ServerProcess, spawnServer } from '../server/process.ts'
import { signUp } from './accounts.ts'
import type { GeneratedClient } from './clients/flows/client.ts'
import { corpusFile } from './corpus-file.ts'

const HERE = join(import.meta.dirname, 'clients')
const GENERATED = join(HERE, 'generated')
const NAMES = [
  '@hey-api/openapi-ts',
  'orval',
  'swagger-typescript-api',
  'openapi-typescript with openapi-fetch',
]
const GENERATORS = [
  [
    'openapi-ts',
    '-i',
    join(GENERATED, 'openapi.json'),
    '-o',
    'generated/sources/hey-api',
    '-c',
    '@hey-api/client-fetch',
  ],
  ['orval', '--config', 'orval.config.js'],
  [
    'swagger-typescript-api',
    'generate',
    '-p',
    'generated/openapi.json',
    '-o',
    'generated/sources',
    '-n',
    'swagger-typescript-api.ts',
    '--axios',
  ],
  [
    'openapi-typescript',
    'generated/openapi.json',
    '-o',
    'generated/sources/openapi.ts',
    '--default-non-nullable',
    'false',
  ],
  ['tsc', '-p', 'tsconfig.json'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'filewright-clients-'))
let database: TestDatabase
let server: ServerProcess
let clients: Record<string, GeneratedClient>
beforeAll(async () => {
  installGenerators()
  database = await createDatabase()
  server = await spawnServer(folder, { DATABASE_URL: database.url })
  rmSync(GENERATED, { recursive: true, force: true })
  mkdirSync(GENERATED)
  const description = await fetch(`${server.url}/api/v1/openapi.json`)
  writeFileSync(join(GENERATED, 'openapi.json'), await description.text())
  for (const [program, ...args] of GENERATORS) runProgram(program, args, { BASE_URL: server.url })
  const compiled = pathToFileURL(join(GENERATED, 'compiled', 'flows', 'index.js')).href
  clients = (await import(/* @vite-ignore */ compiled)).clients
}, 600_000)
afterAll(async () => {
  await end(server.child, 'SIGTERM')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(NAMES)('a client that %s generates', (name) => {
  it('makes a key, converts, waits, downloads, merges, and takes a batch as a ZIP', {
    timeout: 120_000,
  }, async () => {
    const client = clients[name] as GeneratedClient
    const { client: browser } = await signUp(server.url)
    const key = await client.createKey(server.url, browser.cookieHeader())
    expect(key).toMatch(/^fw_/)
    const program = client.connect(server.url, key)

    const one = await program.convert([fileOf('docs/letter.docx')], { target_format: 'pdf' })
    expect((await program.wait(one)).status).toBe('completed')
    expect(await beginning(await program.download(one), 5)).toBe('%PDF-')

    const parts = [fileOf('pdf/11-pages.pdf'), fileOf('pdf/fields-two-pages.pdf')]
    const merged = await program.convert(parts, { target_format: 'pdf', operation: 'merge' })
    expect(await program.wait(merged)).toEqual({ status: 'completed', pages: 13 })

    const zip = await program.downloadBatch(await program.collect([one, merged]))
    const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.keys(entries).sort()).toEqual(['11-pages.pdf', 'letter.pdf'])
  })
})

it('generates a client of each kind', () => {
  expect(Object.keys(clients).sort()).toEqual([...NAMES].sort())
})

const fileOf = (path: string) => {
  const { name, content } = corpusFile(path)
  return new File([content], name)
}

const beginning = async (blob: Blob, length: number) => (await blob.slice(0, length).text()).slice(0, length)

/**
 * The generators are a package of their own: an instance does not need them, and they need another
 * TypeScript.
 */
function installGenerators() {
  const lock = createHash('sha256')
    .update(readFileSync(join(HERE, 'package-lock.json')))
    .digest('hex')
  const mark = join(HERE, 'node_modules', '.lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: HERE,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The generators could not be installed: ${stderr}`)
  writeFileSync(mark, lock)
}

function runProgram(program: string, args: readonly string[], env: Record<string, string>) {
  const script = join(HERE, 'node_modules', '.bin', program)
  const { status, stdout, stderr } = spawnSync(node, [script, ...args], {
    cwd: HERE,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, CI: 'true', ...env },
  })
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`)
}
