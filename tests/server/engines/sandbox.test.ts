import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_KINDS } from '../../../server/engines/kernel/confinement.ts'
import { DEFAULT_LIMITS } from '../../../server/engines/kernel/limits.ts'
import { chooseSandbox } from '../../../server/engines/sandbox/choose-sandbox.ts'
import { Pool } from '../../../server/engines/sandbox/pool.ts'
import type { Sandbox } from '../../../server/engines/sandbox/sandbox.ts'
import type { ProbeRequest } from './children/probe-child.ts'
import { ROOT, recordingLog, until } from './helpers.ts'

const children = join(ROOT, 'tests', 'server', 'engines', 'children')
const secret = randomUUID()
const folder = mkdtempSync(join(tmpdir(), 'filewright-sandbox-'))
const secretFile = join(folder, 'secret.txt')
/** As the server's own lies beside the engines: a key, and the database's socket. */
const data = join(folder, 'data')
const socketPath = join(data, 'postgres', 'run', '.s.PGSQL.5432')
const abstractName = `\0filewright-${secret}`
const listeners: Server[] = []
let listener: Server
let connections = 0

beforeAll(async () => {
  writeFileSync(secretFile, secret)
  mkdirSync(join(data, 'postgres', 'run'), { recursive: true })
  writeFileSync(join(data, 'secret.key'), secret)
  const listen = async (at: { port: number; host: string } | { path: string }) => {
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    listeners.push(server)
    await new Promise<void>((resolve) => server.listen(at, resolve))
    return server
  }
  listener = await listen({ port: 0, host: '127.0.0.1' })
  await listen({ path: socketPath })
  await listen({ path: abstractName })
})
afterAll(() => {
  for (const one of listeners) one.close()
  rmSync(folder, { recursive: true, force: true })
})

const PAGES = '/sys/kernel/mm/transparent_hugepage'

describe.each(SANDBOX_KINDS)('a child in %s', (kind) => {
  const { log, said } = recordingLog()
  let sandbox: Sandbox | null = null
  let pool: Pool

  beforeAll(async () => {
    const choice = await chooseSandbox(folder, log, { search: { allowed: [kind] } }).catch(() => null)
    choice?.close()
    sandbox = choice?.current() ?? null
    if (!sandbox) return
    pool = new Pool({
      folder: join(folder, kind),
      compileCache: join(folder, `compiled-${kind}`),
      workerPrograms: [
        { kind: 'probe', program: join(children, 'probe-child.ts'), readable: [children], spawns: true },
      ],
      sandbox,
      limits: DEFAULT_LIMITS,
      cores: 2,
      memoryBytes: Infinity,
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
    const full = kind === 'bwrap' || kind === 'unshare-files'
    expect(line?.level).toBe(full ? 'info' : 'warn')
    expect(line?.fields).toMatchObject({
      sandbox: kind,
      network: kind !== 'none',
      filesystem: full,
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

  it('starts from compiled code that no child with a file can change', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    const compiled = () =>
      readdirSync(join(folder, `compiled-${kind}`), { recursive: true, encoding: 'utf8' }).filter((path) =>
        /\/[0-9a-f]{8}$/.test(path),
      )
    // Under Node's own permissions there is no cache: it would need the right to write.
    if (!sandbox.filesystem) return expect(existsSync(join(folder, `compiled-${kind}`))).toBe(false)
    await ask({ do: 'say', text: 'hello' })
    await until(() => compiled().length > 0)
    const [entry = ''] = compiled()
    const inside = join('/job/compile-cache', entry)
    expect(await ask({ do: 'list', path: '/job/compile-cache' }, 'b')).not.toMatch(/^refused/)
    expect(await ask({ do: 'run', command: ['sh', '-c', `echo bad >> ${inside}`] }, 'b')).toMatch(/Read-only/)
    expect(await ask({ do: 'run', command: ['touch', '/job/compile-cache/new'] }, 'b')).toMatch(/Read-only/)
  })

  it('reaches no network', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    // Without a sandbox nothing holds the network back; it must not be said that something does.
    if (kind === 'none') return expect(sandbox.network).toBe(false)
    expect(await ask({ do: 'connect', to: (listener.address() as AddressInfo).port })).toMatch(/^refused: /)
    expect(connections).toBe(0)
  })

  it('gives a program of the system’s nothing of the server’s', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    // Here only JavaScript is bound, and nobody says otherwise.
    if (!sandbox.filesystem) return expect(sandbox.detail).toMatch(/server’s/)
    for (const path of [join(data, 'secret.key'), '/etc/shadow', '/etc/passwd', secretFile])
      expect(await ask({ do: 'run', command: ['cat', path] }), path).toMatch(/^refused: .*No such file/)
    for (const path of [data, join(data, 'postgres', 'run'), join(folder, kind), '/home', '/root'])
      expect(await ask({ do: 'run', command: ['ls', path] }), path).toMatch(/^refused: .*No such file/)
    // Only asked, since a sandbox that allows it would change this machine.
    for (const path of [
      ...['/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', `${PAGES}/enabled`],
      ...['/usr', '/', '/job/in'],
    ])
      expect(await ask({ do: 'run', command: ['test', '-w', path] }), path).toBe('refused: ')
    expect(await ask({ do: 'run', command: ['ls', '/job'] })).toMatch(
      /^compile-cache\nin\nout\n(state\n)?tmp\n$/,
    )
    expect(
      await ask({ do: 'run', command: ['ls', '/sys', '/sys/kernel', '/sys/kernel/mm'] }),
      'of the system, how large pages are given',
    ).toMatch(
      existsSync(PAGES)
        ? /^\/sys:\nkernel\n\n\/sys\/kernel:\nmm\n\n\/sys\/kernel\/mm:\ntransparent_hugepage\n$/
        : /^refused: .*No such file/,
    )
    // Nothing here belongs to another process.
    expect(await ask({ do: 'run', command: ['cat', `/proc/${process.pid}/environ`] })).toMatch(/^refused: /)
    expect(await ask({ do: 'run', command: ['unshare', '--mount', '--map-root-user', 'ls', data] })).toMatch(
      /^refused: /,
    )
  })

  it('asks for large pages where programs have to', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    const setting = existsSync(PAGES) ? readFileSync(join(PAGES, 'enabled'), 'utf8').trim() : 'none'
    if (!sandbox.filesystem) return skip(`${kind} lets no child read /proc`)
    if (!setting.includes('[madvise]'))
      return skip(`The system gives large pages without a request or not at all: ${setting}`)
    expect(await ask({ do: 'read', path: '/proc/self/smaps' })).toMatch(/^VmFlags:.* hg\b/m)
  })

  it('connects to no socket of the database’s, neither by a path nor by a name', async ({ skip }) => {
    if (!sandbox) return skip(`${kind} does not work on this machine`)
    if (!sandbox.filesystem) return
    expect(await ask({ do: 'connect', to: socketPath })).toBe('refused: ENOENT')
    expect(await ask({ do: 'connect', to: abstractName })).toBe('refused: ECONNREFUSED')
    expect(connections).toBe(0)
  })
})
