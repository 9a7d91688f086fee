import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { SandboxKind } from '../../../server/engines/kernel/confinement.ts'
import { chooseSandbox } from '../../../server/engines/sandbox/choose-sandbox.ts'
import { type Trial, type TrySandbox, trySandbox } from '../../../server/engines/sandbox/find-sandbox.ts'
import type { Sandbox } from '../../../server/engines/sandbox/sandbox.ts'
import { EngineHarness, recordingLog } from './helpers.ts'

const folder = mkdtempSync(join(tmpdir(), 'filewright-choice-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.useRealTimers())

const hasBwrap = ['/usr/local/bin', '/usr/bin', '/bin'].some((path) => existsSync(join(path, 'bwrap')))
const WORKS: Trial = { result: 'works' }
const LATE: Trial = { result: 'late' }
const fails = (reason: string): Trial => ({ result: 'fails', reason })

/**
 * Trials with answers from a list; a kind with none fails. Each is written down with its patience.
 */
function trials(answers: Partial<Record<SandboxKind, Trial[]>>) {
  const asked: string[] = []
  const attempt: TrySandbox = async ({ kind }, _, patience) => {
    asked.push(`${kind} ${patience / 1000} s`)
    return answers[kind]?.shift() ?? fails('not allowed')
  }
  return { asked, search: { attempt } }
}

describe('the choice of a sandbox', () => {
  it('waits longer for one that is late before it takes a weaker one', async () => {
    const { asked, search } = trials({ bwrap: [LATE, WORKS] })
    const choice = await chooseSandbox(folder, recordingLog().log, { search })
    expect(choice.current().kind).toBe('bwrap')
    expect(asked).toEqual(['bwrap 15 s', 'bwrap 45 s'])
  })

  it('takes util-linux where bubblewrap does not work, and is content with it', async () => {
    const { asked, search } = trials({ 'unshare-files': [WORKS] })
    const choice = await chooseSandbox(folder, recordingLog().log, { search, required: true })
    expect(choice.current()).toMatchObject({ kind: 'unshare-files', network: true, filesystem: true })
    await choice.retry()
    expect(asked).toEqual(['bwrap 15 s', 'unshare-files 15 s'])
  })

  it('tries a stronger one every five minutes, until network and files are confined', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { asked, search } = trials({ bwrap: [LATE, LATE, LATE, WORKS], 'unshare-net': [WORKS] })
    const upgrades: Sandbox[] = []
    const { log, said } = recordingLog()
    const choice = await chooseSandbox(folder, log, { search, onUpgrade: (one) => upgrades.push(one) })
    expect(choice.current().kind).toBe('unshare-net')
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(choice.current().kind).toBe('unshare-net')
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(choice.current().kind).toBe('bwrap')
    expect(upgrades).toEqual([choice.current()])
    expect(said.map(({ level }) => level)).toEqual(['warn', 'info'])
    const before = asked.length
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(asked).toHaveLength(before)
    choice.close()
  })

  it('advises nothing that is there already', async () => {
    const detail = async (answers: Parameters<typeof trials>[0]) => {
      const choice = await chooseSandbox(folder, recordingLog().log, { search: trials(answers).search })
      choice.close()
      return choice.current().detail
    }
    const late = await detail({ bwrap: [LATE, LATE], 'unshare-net': [WORKS] })
    const broken = await detail({ bwrap: [fails('no permission')], 'unshare-net': [WORKS] })
    if (hasBwrap) {
      expect(late).toMatch(/did not answer in time.*tried again/)
      expect(broken).toMatch(/does not work here \(no permission\)/)
      expect(late + broken).not.toContain('Install')
    } else expect(broken).toContain('Install bubblewrap')
  })

  it('refuses to start where confinement is required and does not work', async () => {
    const { search } = trials({ 'unshare-net': [WORKS] })
    await expect(chooseSandbox(folder, recordingLog().log, { search, required: true })).rejects.toThrow(
      /^SANDBOX=required, but engines cannot be confined/,
    )
  })
})

describe('a trial', () => {
  it('that does not answer in time is late, and one that ends has failed with a reason', async () => {
    const sandbox = (file: string, ...args: string[]) =>
      ({ command: () => ({ file, args, cwd: folder }) }) as unknown as Sandbox
    expect(await trySandbox(sandbox('sleep', '60'), folder, 50)).toEqual(LATE)
    expect(await trySandbox(sandbox('sh', '-c', 'echo not allowed >&2; exit 1'), folder, 20_000)).toEqual(
      fails('not allowed'),
    )
    const short = sandbox('sh', '-c', 'echo fork: Resource temporarily unavailable >&2; exit 1')
    expect(await trySandbox(short, folder, 20_000)).toEqual(LATE)
    expect(await trySandbox(sandbox('/nowhere/bwrap'), folder, 20_000)).toMatchObject({ result: 'fails' })
  })
})

it('engines that started on a busy machine are confined in full before their next job', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let busy = true
  const attempt: TrySandbox = async (sandbox, at, patience) =>
    busy && sandbox.filesystem ? LATE : trySandbox(sandbox, at, patience)
  const shop = new EngineHarness()
  await shop.open({ sandboxes: { attempt } })
  try {
    expect(shop.engines.sandbox().filesystem).toBe(false)
    const system = () => shop.engines.states().filter((one) => one.system && one.version !== null)
    const before = system()
    expect(before.every(({ installed }) => !installed)).toBe(true)
    for (const { install } of before) expect(install).toMatch(/confines network and files/)
    const convert = () => shop.convert(shop.file('a.md', '# Hi\n'), 'html')
    await convert()
    busy = false
    await convert()
    expect(shop.engines.sandbox().filesystem).toBe(false)
    vi.advanceTimersByTime(61_000)
    await convert()
    expect(shop.engines.sandbox()).toMatchObject({ network: true, filesystem: true })
    expect(system().map(({ installed }) => installed)).toEqual(before.map(() => true))
  } finally {
    await shop.close()
  }
})
