import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../server/engines/limits.ts'
import { Pool } from '../../../server/engines/sandbox/pool.ts'
import { detectSandbox, type Sandbox } from '../../../server/engines/sandbox/sandbox.ts'
import type { ProbeRequest } from './children/probe-child.ts'
import { ROOT, recordingLog } from './helpers.ts'

const children = join(ROOT, 'tests', 'server', 'engines', 'children')
const secret = randomUUID()
const folder = mkdtempSync(join(tmpdir(), 'filewright-sandbox-'))
const secretFile = join(folder, 'secret.txt')
let listener: Server
let connections = 0

beforeAll(async () => {
  writeFileSync(secretFile, secret)
  listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  listener.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(['bwrap', 'unshare', 'none'] as const)('a child in %s', (kind) => {
  const { log, said } = recordingLog()
  let sandbox: Sandbox | null = null
  let pool: Pool

  beforeAll(async () => {
    sandbox = await detectSandbox(folder, log, [kind]).catch(() => null)
    if (!sandbox) return
    pool = new Pool({
      folder: join(folder, kind),
      programmes: [{ kind: 'probe', program: join(children, 'probe-child.ts'), readable: [children] }],
      sandbox,
      limits: DEFAULT_LIMITS,
      cores: 2,
      log,
    })
  })
  afterAll(() => pool?.close())

  async function ask(request: ProbeRequest, owner = 'a'): Promise<string> {
    const outFolder = mkdtempSync(join(folder, 'out-'))
    const input = join(outFolder, 'source.txt')
    writeFileSync(input, 'the source')
    await pool.run(
      {
        kind: 'probe',
        owner,
        inputs: [{ path: input, name: 'source.txt' }],
        request,
        outFolder,
        wallMs: () => 20_000,
      },
      { signal: new AbortController().signal, onProgress() {} },
    )
    return readFileSync(join(outFolder, 'answer.txt'), 'utf8')
  }

  it('says at the start how strong it is', ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    const [line] = said
    expect(line?.level).toBe(kind === 'bwrap' ? 'info' : 'warn')
    expect(line?.fields).toMatchObject({
      sandbox: kind,
      network: kind !== 'none',
      filesystem: kind === 'bwrap',
    })
  })

  it('works, with a source to read and an empty environment', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    expect(await ask({ do: 'say', text: 'hello' })).toBe('hello\nsource.txt\n')
    expect(await ask({ do: 'environment' })).toBe('{}')
  })

  it('reads no file outside of its folder', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    expect(await ask({ do: 'read', path: secretFile })).toMatch(/^refused: /)
    expect(await ask({ do: 'read', path: '/etc/passwd' })).toMatch(/^refused: /)
    expect(await ask({ do: 'read', path: join(ROOT, 'vitest.config.ts') })).toMatch(/^refused: /)
  })

  it('sees no other job and cannot change its own source', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    mkdirSync(join(folder, 'other-job'), { recursive: true })
    expect(await ask({ do: 'list', path: join(folder, kind) })).toMatch(/^refused: /)
    expect(await ask({ do: 'list', path: join(folder, 'other-job') })).toMatch(/^refused: /)
    expect(await ask({ do: 'overwrite-input' })).toMatch(/^refused: /)
  })

  it('reaches no network', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    // Without a sandbox nothing holds the network back; it must not be said that something does.
    if (kind === 'none') return expect(sandbox.network).toBe(false)
    expect(await ask({ do: 'connect', port: (listener.address() as AddressInfo).port })).toMatch(/^refused: /)
    expect(connections).toBe(0)
  })
})

it('prefers the strongest that works', async () => {
  const { log } = recordingLog()
  const strongest = await detectSandbox(folder, log)
  const ranks = ['bwrap', 'unshare', 'none'] as const
  for (const kind of ranks.slice(0, ranks.indexOf(strongest.kind))) {
    await expect(detectSandbox(folder, log, [kind])).rejects.toThrow('No allowed kind')
  }
})
