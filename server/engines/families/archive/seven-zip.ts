import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SevenZipModule, SevenZipModuleFactory } from '7z-wasm'

export type { SevenZipModule }

const create = createRequire(import.meta.url)('7z-wasm') as SevenZipModuleFactory

/**
 * What a run of 7-Zip gave: its status (0 is success, null a crash), and what it complained about.
 */
export interface SevenZipRun {
  status: number | null
  errors: string[]
}

interface RunOptions {
  /**
   * Takes the bytes of the output, for `x -so`. What it throws ends the run and is thrown again.
   */
  onBytes?: (bytes: Uint8Array) => void
  /** Mounts further folders. `in`, `out` and `tmp` lie below the root. */
  mount?: (module: SevenZipModule) => void
}

/** The part of Emscripten's file system that its types leave out. */
interface Streams {
  getStream(fd: number): { stream_ops: object }
}

/**
 * Runs 7-Zip once, in an instance of its own: its main function can run only once. It never waits
 * for a person, since it is always given a password.
 */
export async function runSevenZip(args: readonly string[], options: RunOptions = {}): Promise<SevenZipRun> {
  const run: SevenZipRun = { status: null, errors: [] }
  let failure: unknown
  const module = await create({
    print: () => {},
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
  const { onBytes } = options
  if (onBytes) {
    const stdout = (module.FS as unknown as Streams).getStream(1)
    stdout.stream_ops = {
      ...stdout.stream_ops,
      write(_: unknown, memory: Int8Array, offset: number, length: number) {
        try {
          if (failure === undefined)
            onBytes(new Uint8Array(memory.buffer, memory.byteOffset + offset, length))
        } catch (error) {
          // 7-Zip catches it and may go on: it is thrown again at the end.
          failure = error
          throw error
        }
        return length
      },
    }
  }
  try {
    const status = module.callMain([...args]) as unknown as number | undefined
    run.status ??= status ?? 0
  } catch (error) {
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
