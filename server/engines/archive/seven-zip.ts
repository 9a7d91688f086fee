import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SevenZipModule, SevenZipModuleFactory } from '7z-wasm'

export type { SevenZipModule }

const create = createRequire(import.meta.url)('7z-wasm') as SevenZipModuleFactory

/** What a run of 7-Zip gave: its status (0 is success, null a crash), and what it printed. */
export interface SevenZipRun {
  status: number | null
  lines: string[]
  errors: string[]
}

interface RunOptions {
  /** Takes each line of the output in place of `lines`, so that a long listing is not kept. */
  onLine?: (line: string) => void
  /** Takes the bytes of the output, for `x -so`. What it throws ends the run and is thrown again. */
  onBytes?: (bytes: Uint8Array) => void
  /** Mounts further folders. `in`, `out` and `tmp` lie below the root. */
  mount?: (module: SevenZipModule) => void
}

/** The part of Emscripten's file system that its types leave out. */
interface Streams {
  getStream(fd: number): { stream_ops: object }
}

/**
 * Runs 7-Zip once, in an instance of its own: its main function can run only once. It never waits for a person, since it is
 * always given a password.
 */
export async function runSevenZip(args: readonly string[], options: RunOptions = {}): Promise<SevenZipRun> {
  const run: SevenZipRun = { status: null, lines: [], errors: [] }
  let failure: unknown
  /** 7-Zip catches what a callback throws, and may go on: it is thrown again at the end. */
  const guarded = <Value>(callback: (value: Value) => void) => {
    return (value: Value) => {
      if (failure !== undefined) return
      try {
        callback(value)
      } catch (error) {
        failure = error
        throw error
      }
    }
  }
  const module = await create({
    print: guarded(options.onLine ?? ((line) => void run.lines.push(line))),
    printErr: (line) => void run.errors.push(line),
    quit: (status) => {
      run.status = status
    },
    stdin: () => null as unknown as number,
  })
  for (const folder of ['in', 'out', 'tmp']) {
    // Emscripten has a folder for temporary files of its own.
    if (folder !== 'tmp') module.FS.mkdir(`/${folder}`)
    module.FS.mount(module.NODEFS, { root: folder }, `/${folder}`)
  }
  options.mount?.(module)
  if (options.onBytes) {
    const take = guarded(options.onBytes)
    const stdout = (module.FS as unknown as Streams).getStream(1)
    stdout.stream_ops = {
      ...stdout.stream_ops,
      write(_: unknown, memory: Uint8Array, offset: number, length: number) {
        take(memory.subarray(offset, offset + length))
        return length
      },
    }
  }
  try {
    const status = module.callMain([...args]) as unknown as number | undefined
    run.status ??= status ?? 0
  } catch (error) {
    if (failure !== undefined) throw failure
    // An exception of C++ that nobody caught, as a number: 7-Zip gave up.
    run.errors.push(String(error))
    run.status = null
  }
  if (failure !== undefined) throw failure
  return run
}

/** Writes all bytes to an open file. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
}
