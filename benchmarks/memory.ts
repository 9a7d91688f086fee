import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { processTree } from '../server/engines/sandbox/measure.ts'
import { Customer, type Family } from './client.ts'
import { megabytes } from './figures.ts'
import { heldBy } from './processes.ts'
import { type BenchServer, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const MEGABYTE = 1_000_000
const AT_REST = 350 * MEGABYTE
const ABOVE = 2000 * MEGABYTE
/** Longer than the idle time after which a child ends. */
const PATIENCE = 5 * 60_000

const CORPORA = join(import.meta.dirname, '..', '..', 'shared', 'corpora')
const FOLDERS: Record<string, [family: Family, target: string, other: string]> = {
  docs: ['document', 'pdf', 'html'],
  pdf: ['document', 'png', 'txt'],
  images: ['image', 'webp', 'png'],
  fonts: ['font', 'woff2', 'ttf'],
  video: ['video', 'webm', 'mp3'],
  models: ['model', 'glb', 'obj'],
}

/** Memory of the service: server, database and engines. */
export const memory: Bench = {
  name: 'memory',
  title: 'Memory of the whole service',
  run: ({ quick }) =>
    withServer(async (server) => {
      const rest = await settled(server, 30_000)
      const rows = [
        [
          'idle, 30 s after start',
          megabytes(rest.pss),
          megabytes(rest.rss),
          '≤ 350 MB',
          verdict(rest.pss <= AT_REST),
        ],
      ]
      const notes = [
        'Sums over all processes of the tree, from the kernel. The proportional set size counts each shared page once, the resident set size once per process.',
      ]
      if (existsSync(CORPORA)) {
        const peak = await underLoad(server, quick ? 2 : 1000)
        rows.push([
          'peak, all corpus files, two at a time',
          megabytes(peak.pss),
          megabytes(peak.rss),
          '≤ 2 GB above idle',
          verdict(peak.pss - rest.pss <= ABOVE),
        ])
        const after = await settled(server, PATIENCE)
        rows.push([
          'idle again, after the engines have ended',
          megabytes(after.pss),
          megabytes(after.rss),
          '≤ 350 MB',
          verdict(after.pss <= AT_REST),
        ])
      } else notes.push('The corpus files are not on this machine, so only the idle server was measured.')
      return { columns: ['state', 'proportional', 'resident', 'target', 'verdict'], rows, notes }
    }),
}

interface Held {
  pss: number
  rss: number
  engines: number
}

function held({ pid }: BenchServer): Held {
  const children = processTree(pid).filter((one) => /-child\.ts/.test(read(`/proc/${one}/cmdline`)))
  return { ...heldBy(pid), engines: children.length }
}

/** Waits until no engine runs, at least 30 s and at most `patience` milliseconds. */
async function settled(server: BenchServer, patience: number): Promise<Held> {
  const until = Date.now() + patience
  const quiet = Date.now() + Math.min(30_000, patience)
  for (;;) {
    const now = held(server)
    if ((now.engines === 0 && Date.now() >= quiet) || Date.now() >= until) return now
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function underLoad(server: BenchServer, most: number): Promise<Held> {
  const customer = await Customer.signUp(server.url)
  const peak = held(server)
  const watch = setInterval(() => {
    const now = held(server)
    if (now.pss > peak.pss) Object.assign(peak, now)
  }, 250)
  try {
    for (const [folder, [family, target, other]] of Object.entries(FOLDERS)) {
      const files = readdirSync(join(CORPORA, folder)).slice(0, most)
      const one = async (name: string) => {
        const file = new File([new Uint8Array(readFileSync(join(CORPORA, folder, name)))], name)
        const target_format = extname(name).slice(1) === target ? other : target
        // Rejected requests need hardly any memory.
        const id = await customer.convert(family, file, { target_format }).catch(() => null)
        if (id) await customer.wait(id, family)
      }
      let next = 0
      const worker = async () => {
        for (let at = next++; at < files.length; at = next++) await one(files[at] as string)
      }
      await Promise.all([worker(), worker()])
    }
  } finally {
    clearInterval(watch)
  }
  return peak
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}
