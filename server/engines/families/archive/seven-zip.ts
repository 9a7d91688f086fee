import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SevenZipModule, SevenZipModuleFactory } from '7z-wasm'

export type { SevenZipModule }

const create = createRequire(import.meta.url)('7z-wasm') as SevenZipModuleFactory

/** The result of a 7-Zip run: exit status (0 is success, null a crash) and error output. */
export interface SevenZipRun {
  status: number | null
  errors: string[]
}

interface RunOptions {
  /** Receives output bytes of `x -so`. An exception ends the run and is rethrown. */
  onBytes?: (bytes: Uint8Array) => void
  /** Mounts more folders. `in`, `out` and `tmp` are below the root. */
  mount?: (module: SevenZipModule) => void
}

/** Emscripten file system functions that its types lack. */
interface Streams {
  getStream(fd: number): { stream_ops: object }
}

/**
 * Runs 7-Zip once in a new instance, since its main function can run only once. It never prompts,
 * since it always gets a password.
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
    // Emscripten already has a `tmp` folder.
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
          // 7-Zip may catch it and continue, so it is rethrown at the end.
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
    // An uncaught C++ exception, as a number: 7-Zip failed.
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
