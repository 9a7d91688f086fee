import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, type Limits } from '../../../server/engines/kernel/limits.ts'
import { isCompiled } from '../../../server/engines/sandbox/compiled-code.ts'
import { processTree } from '../../../server/engines/sandbox/measure.ts'
import { Pool } from '../../../server/engines/sandbox/pool.ts'
import type { Sandbox } from '../../../server/engines/sandbox/sandbox.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import type { ProbeRequest } from './children/probe-child.ts'
import { failureOf, ROOT, recordingLog, sandboxOf, until } from './helpers.ts'

const children = join(ROOT, 'tests', 'server', 'engines', 'children')
const folder = mkdtempSync(join(tmpdir(), 'filewright-pool-'))
const { log, said } = recordingLog()
let sandbox: Sandbox
let pool: Pool

beforeAll(async () => {
  sandbox = await sandboxOf(folder)
})
afterEach(() => pool.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(
  limits: Partial<Limits> = {},
  cores = 2,
  compileCache = COMPILE_CACHE,
  memoryBytes = Infinity,
): void {
  pool = new Pool({
    folder: join(folder, 'children'),
    workerPrograms: [{ kind: 'probe', program: join(children, 'probe-child.ts'), readable: [children] }],
    sandbox,
    limits: { ...DEFAULT_LIMITS, ...limits },
    cores,
    memoryBytes,
    log,
    compileCache,
  })
}

function start(
  request: ProbeRequest,
  more: {
    owner?: string
    wallMs?: number | (() => number)
    signal?: AbortSignal
    onProgress?: () => void
  } = {},
) {
  const outFolder = mkdtempSync(join(folder, 'out-'))
  const source = join(outFolder, 'source.txt')
  writeFileSync(source, 'source')
  return pool
    .run(
      {
        kind: 'probe',
        owner: more.owner ?? 'a',
        inputs: [{ path: source, name: 'source.txt' }],
        request,
        outFolder,
        wallMs: typeof more.wallMs === 'function' ? more.wallMs : () => Number(more.wallMs ?? 20_000),
      },
      { signal: more.signal ?? new AbortController().signal, onProgress: more.onProgress ?? (() => {}) },
    )
    .then(() => readFileSync(join(outFolder, 'answer.txt'), 'utf8'))
}

/** The processes of the child that works at the moment. */
function busyTree(): number[] {
  const pid = pool.children().find(({ busy }) => busy)?.pid
  return pid === undefined ? [] : processTree(pid)
}
const lives = (pid: number) => existsSync(`/proc/${pid}`) && !/\nState:\s+Z/.test(readStatus(pid))
function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '\nState:\tZ'
  }
}

describe('owners', () => {
  it('reuses a warm child for the same owner and empties its folder in between', async () => {
    open()
    await start({ do: 'say', text: 'one' })
    const first = pool.children().find(({ owner }) => owner === 'a')?.pid
    expect(await start({ do: 'say', text: 'two' })).toBe('two\nsource.txt\n')
    expect(pool.children().find(({ owner }) => owner === 'a')).toMatchObject({ pid: first, jobs: 2 })
  })

  it('never gives a child to another owner', async () => {
    open()
    const seen = new Map<number, string>()
    for (const owner of ['a', 'b', 'a', 'c', 'b', 'a']) {
      await start({ do: 'say', text: owner }, { owner })
      for (const child of pool.children()) {
        if (child.owner === null || child.pid === undefined) continue
        expect(seen.get(child.pid) ?? child.owner).toBe(child.owner)
        seen.set(child.pid, child.owner)
      }
    }
    expect(new Set(seen.values())).toEqual(new Set(['a', 'b', 'c']))
  })

  it('keeps a fresh child ready for whoever comes next', async () => {
    open()
    await start({ do: 'say', text: 'x' })
    expect(pool.children().filter(({ owner }) => owner === null)).toHaveLength(1)
  })

  it('retires a child after its share of jobs', async () => {
    open({ jobsPerChild: 2 })
    await start({ do: 'say', text: '1' })
    const first = pool.children().find(({ owner }) => owner === 'a')?.pid
    await start({ do: 'say', text: '2' })
    await start({ do: 'say', text: '3' })
    expect(pool.children().find(({ owner }) => owner === 'a')?.pid).not.toBe(first)
  })

  it('keeps so many children with an owner, those that worked last', async () => {
    open({ ownedPerCore: 1 })
    for (const owner of ['a', 'b', 'c']) await start({ do: 'say', text: owner }, { owner })
    const owners = () => pool.children().flatMap(({ owner }) => owner ?? [])
    await until(() => owners().length < 3)
    expect(owners().sort()).toEqual(['b', 'c'])
  })

  it('lets idle children go, those with an owner first', async () => {
    open({ ownedIdleMs: 1000, freshIdleMs: 100_000 })
    await start({ do: 'say', text: 'x' })
    pool.sweep(Date.now() + 5000)
    expect(pool.children().map(({ owner }) => owner)).toEqual([null])
    pool.sweep(Date.now() + 200_000)
    expect(pool.children()).toEqual([])
  })
})

describe('limits', () => {
  it.each([
    ['hang', { wallMs: 300 }, {}, 'time_limit'],
    ['descend', { wallMs: 1500 }, {}, 'time_limit'],
    ['fill-memory', {}, { memoryBytes: 200 * 1024 * 1024 }, 'memory_limit'],
    ['fill-folder', {}, { outputBytes: 10 * 1024 * 1024 }, 'output_too_large'],
    ['fill-table', {}, { outputBytes: 2 * 1024 * 1024 }, 'output_too_large'],
    ['run-out', {}, {}, 'memory_limit'],
    ['crash', {}, {}, 'engine_failed'],
    ['lie', {}, {}, 'engine_failed'],
    ['link', {}, {}, 'output_wrong'],
    ['refuse', {}, {}, 'source_damaged'],
  ] as const)('ends a child that would %s, and another takes over', async (what, more, limits, code) => {
    open(limits)
    let tree: number[] = []
    const job = failureOf(start({ do: what }, { ...more, onProgress: () => (tree = busyTree()) }))
    const failure = await job
    // Where Node's own permissions are the wall, a child cannot even begin with a link or a
    // process.
    const forbidden = !sandbox.filesystem && (what === 'link' || what === 'descend')
    expect(failure.code, JSON.stringify(said.slice(-2))).toBe(forbidden ? 'engine_failed' : code)
    expect(failure.message).toMatch(/^[A-Z].*\.$/)
    expect(tree.length).toBeGreaterThan(0)
    await until(() => !tree.some(lives))
    expect(await start({ do: 'say', text: 'again' })).toMatch(/^again/)
  })

  it('begins a job again, once, whose child has stalled', async () => {
    open({ stallMs: 2000 })
    const trees: number[][] = []
    const failure = await failureOf(start({ do: 'wait' }, { onProgress: () => trees.push(busyTree()) }))
    expect(failure.code).toBe('engine_failed')
    expect(trees).toHaveLength(2)
    expect(said.slice(-2).map(({ message }) => message)).toContain('An engine stalled. Its job begins again.')
    await until(() => !trees.flat().some(lives))
  })

  it('takes nobody for stalled who works', async () => {
    open({ stallMs: 2000 })
    const failure = await failureOf(start({ do: 'hang' }, { wallMs: 4500 }))
    expect(failure.code).toBe('time_limit')
  })

  it('writes the reason of a failure to the log, and not into its sentence', async () => {
    open()
    const before = said.length
    const failure = await failureOf(start({ do: 'refuse-with-cause' }))
    expect(failure.message).toBe('It is damaged.')
    await until(() => said.length > before)
    expect(JSON.stringify(said.slice(before))).toContain('the inner reason')
  })

  it('does not judge a file by what the child said about another', async () => {
    open()
    expect(await start({ do: 'grumble' })).toMatch(/^done/)
    // By the end of a second job the words of the first have arrived, which go another way than its
    // answer.
    await start({ do: 'say', text: 'calm' })
    expect((await failureOf(start({ do: 'crash' }))).code).toBe('engine_failed')
  })

  it('kills the whole group when the job is cancelled', async () => {
    open()
    const cancel = new AbortController()
    // bwrap or unshare and its process 1, the child, and what the child started where it may start
    // anything.
    const plain = { bwrap: 2, 'unshare-files': 2, 'unshare-net': 1, none: 0 }[sandbox.kind]
    const job = failureOf(start({ do: sandbox.filesystem ? 'descend' : 'wait' }, { signal: cancel.signal }))
    await until(() => busyTree().length > plain)
    const tree = busyTree()
    cancel.abort()
    expect((await job).code).toBe('cancelled')
    await until(() => !tree.some(lives))
  })

  it('does not hurt a neighbour', async () => {
    open()
    const cancel = new AbortController()
    const neighbour = failureOf(start({ do: 'wait' }, { owner: 'b', signal: cancel.signal }))
    expect((await failureOf(start({ do: 'crash' }, { owner: 'a' }))).code).toBe('engine_failed')
    expect(pool.children().filter(({ busy }) => busy)).toHaveLength(1)
    cancel.abort()
    expect((await neighbour).code).toBe('cancelled')
  })
})

describe('memory', () => {
  const MEGABYTE = 1024 * 1024
  const within = (megabytes: number) => open({}, 2, COMPILE_CACHE, megabytes * MEGABYTE)

  it('makes a job wait that does not fit beside another, in order', async () => {
    within(500)
    const stop = new AbortController()
    let working = false
    const first = start(
      { do: 'wait' },
      { signal: stop.signal, onProgress: () => (working = true), wallMs: 60_000 },
    ).catch((error) => error.code)
    await until(() => working)
    const order: string[] = []
    const others = ['b', 'c'].map((owner) =>
      start({ do: 'say', text: owner }, { owner }).then(() => order.push(owner)),
    )
    expect(pool.children().filter(({ busy }) => busy)).toHaveLength(1)
    stop.abort()
    expect(await first).toBe('cancelled')
    await Promise.all(others)
    expect(order).toEqual(['b', 'c'])
  })

  it('runs jobs at once where both fit', async () => {
    within(700)
    const stop = new AbortController()
    const jobs = ['a', 'b'].map((owner) =>
      start({ do: 'wait' }, { owner, signal: stop.signal }).catch((error) => error.code),
    )
    await until(() => pool.children().filter(({ busy }) => busy).length === 2)
    stop.abort()
    expect(await Promise.all(jobs)).toEqual(['cancelled', 'cancelled'])
  })

  it('ends idle children before it starts one that does not fit beside them', async () => {
    within(320)
    await start({ do: 'say', text: 'x' })
    expect(pool.children().map(({ owner }) => owner)).toEqual(['a'])
    await start({ do: 'say', text: 'y' }, { owner: 'b' })
    expect(pool.children().map(({ owner }) => owner)).toEqual(['b'])
  })

  it('runs a job alone that needs more than there is, and starts nothing in advance', async () => {
    within(1)
    expect(await start({ do: 'say', text: 'x' })).toContain('x')
    await pool.prepare(['probe'])
    expect(pool.children()).toHaveLength(1)
  })
})

describe('a job whose child crashes', () => {
  const counted = (request: ProbeRequest, more: Parameters<typeof start>[1] = {}) => {
    const runs = { count: 0 }
    return { runs, job: start(request, { ...more, onProgress: () => runs.count++ }) }
  }

  it.each(['trap', 'throw', 'end'] as const)(
    'by %s after another file runs again in a fresh one',
    async (what) => {
      open()
      await start({ do: 'spoil' })
      const { runs, job } = counted({ do: what })
      expect(await job).toBe('well')
      expect(runs.count).toBe(2)
      expect(said.slice(-3).map(({ message }) => message)).toContain(
        'An engine crashed. Its job begins again.',
      )
    },
  )

  it.each([
    ['trap', 'source_damaged'],
    ['throw', 'engine_failed'],
    ['end', 'engine_failed'],
  ] as const)('by %s fails when a fresh one crashes too', async (what, code) => {
    open()
    await start({ do: 'spoil' })
    const second = counted({ do: what, always: true })
    expect((await failureOf(second.job)).code).toBe(code)
    expect(second.runs.count).toBe(2)
    const first = counted({ do: what, always: true }, { owner: 'new' })
    expect((await failureOf(first.job)).code).toBe(code)
    expect(first.runs.count).toBe(1)
  })

  it('does not run again when the file is refused', async () => {
    open()
    for (const what of ['refuse', 'refuse-with-cause'] as const) {
      await start({ do: 'spoil' })
      const { runs, job } = counted({ do: what })
      expect((await failureOf(job)).code).toBe('source_damaged')
      expect(runs.count).toBe(1)
    }
  })

  it('has no more time for both runs than for one', async () => {
    open()
    await start({ do: 'spoil' })
    const deadline = performance.now() + 4000
    const left: number[] = []
    const wallMs = () => {
      left.push(deadline - performance.now())
      return left.at(-1) ?? 0
    }
    const { runs, job } = counted({ do: 'end', always: true, burnMs: 2500 }, { wallMs })
    expect((await failureOf(job)).code).toBe('time_limit')
    expect(runs.count).toBeLessThanOrEqual(2)
    expect(left).toHaveLength(2)
    expect(left[1]).toBeLessThan(1500)
  })
})

describe('the watch', () => {
  it('leaves the event loop alone, however much a child has written', async () => {
    open({ stallMs: 120_000 })
    const cancel = new AbortController()
    const begun = Promise.withResolvers<void>()
    const job = failureOf(
      start({ do: 'wait' }, { signal: cancel.signal, onProgress: begun.resolve, wallMs: 120_000 }),
    )
    await begun.promise
    const own = readdirSync(join(folder, 'children'), { recursive: true, encoding: 'utf8' })
    const out = own.find(
      (path) => path.endsWith('/out') && existsSync(join(folder, 'children', path, '..', 'in', 'source.txt')),
    )
    for (let index = 0; index < 20_000; index++)
      writeFileSync(join(folder, 'children', out as string, `part-${index}`), '')
    // Processor time of this thread, which other work on the machine does not change.
    const before = process.threadCpuUsage()
    // Long enough for many rounds of a watch that looks every 100 ms.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_500_000).toBeLessThan(0.25)

    cancel.abort()
    await until(() => !existsSync(join(folder, 'children', out as string)))
    expect((await job).code).toBe('cancelled')
  }, 120_000)
})

describe('the queue', () => {
  it('runs no more jobs at once than there are cores, in order, and lets a waiting one leave', async () => {
    open({}, 2)
    const cancels = Array.from({ length: 4 }, () => new AbortController())
    const begun: number[] = []
    const jobs = cancels.map((cancel, index) =>
      failureOf(start({ do: 'wait' }, { signal: cancel.signal, onProgress: () => begun.push(index) })),
    )
    await until(() => begun.length === 2)
    expect(begun.toSorted()).toEqual([0, 1])
    cancels[2]?.abort()
    expect((await jobs[2])?.code).toBe('cancelled')
    cancels[0]?.abort()
    await until(() => begun.length === 3)
    expect(begun[2]).toBe(3)
    for (const cancel of cancels) cancel.abort()
    await Promise.all(jobs)
  })

  it('goes on where somebody has removed its compiled code', async () => {
    const cache = join(folder, 'compiled')
    open({}, 2, cache)
    await start({ do: 'say', text: 'x' })
    rmSync(cache, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    // The owner's child has ended, and a fresh one may have been ready.
    for (const owner of ['b', 'c', 'd'])
      expect(await start({ do: 'say', text: owner }, { owner })).toMatch(owner)
  })

  it('compiles for those that come after it, once', async () => {
    const cache = join(folder, 'compiled-once')
    const note = join(cache, 'probe.compiled')
    open({}, 2, cache)
    await start({ do: 'say', text: 'x' })
    if (!sandbox.filesystem) return expect(existsSync(note)).toBe(false)
    await until(() => existsSync(note))
    const noted = readFileSync(note, 'utf8')
    expect(isCompiled(cache, 'probe')).toBe(true)
    writeFileSync(note, noted.replace(process.version, 'v1.0.0'))
    expect(isCompiled(cache, 'probe'), 'another Node.js compiles otherwise').toBe(false)
    expect(isCompiled(cache, 'another')).toBe(false)
  })

  it('compiles nothing that another process has compiled', async () => {
    const cache = join(folder, 'compiled-before')
    open({}, 2, cache)
    await start({ do: 'say', text: 'x' })
    if (!sandbox.filesystem) return
    await until(() => isCompiled(cache, 'probe'))
    await pool.close()
    // Under another name this process does not know the folder.
    const again = join(folder, 'compiled-again')
    symlinkSync(cache, again)
    open({}, 2, again)
    await start({ do: 'say', text: 'y' })
    const [mine = ''] = readdirSync(join(folder, 'children'))
    expect(readdirSync(join(folder, 'children', mine))).toHaveLength(pool.children().length)
  })

  it('leaves nothing behind when it closes', async () => {
    open()
    await pool.prepare(['probe'])
    const tree = pool.children().flatMap(({ pid }) => (pid ? processTree(pid) : []))
    await pool.close()
    await until(() => !tree.some(lives))
    expect(readdirSync(join(folder, 'children'))).toEqual([])
  })
})
