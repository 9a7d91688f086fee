import { constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import createQpdf, { type QpdfInstance } from '@neslinesli93/qpdf-wasm'
import { EngineFailure } from '../../kernel/engine.ts'
import { MODULES_FOLDER } from '../../kernel/packages.ts'
import { sentence } from '../../kernel/sentence.ts'

/** Files by name in qpdf's root folder; it sees no others. */
export type Files = Record<string, Uint8Array>

/**
 * Runs qpdf on in-memory files; arguments name them with a leading slash (`/source.pdf`). Returns
 * the files that it wrote.
 * @throws QpdfError on failure; with `strict` on any fault of the input
 */
export type Qpdf = (args: readonly string[], files: Files, strict?: 'strict') => Promise<Files>

/** qpdf failed: the file is damaged beyond repair, or the password is wrong. */
export class QpdfError extends Error {
  override name = 'QpdfError'
}

/** Exit code 3 means success with warnings. */
const DONE = [0, 3]
/** The maximum length of arguments; longer ones go to an argument file, one per line. */
const MOST_ARGUMENTS = 8000
const ARGUMENTS = '/arguments.txt'
const MEMORY = /out of memory|Cannot enlarge memory|Array buffer allocation/i

interface Options {
  noInitialRun: boolean
  print(text: string): void
  instantiateWasm(
    imports: Parameters<typeof WebAssembly.instantiate>[1],
    ready: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
}
type Instance = Pick<QpdfInstance, 'callMain'> & {
  FS: {
    readFile(path: string): Uint8Array
    writeFile(path: string, bytes: Uint8Array): void
    readdir(path: string): string[]
  }
}

/**
 * Loads qpdf (WebAssembly with an in-memory file system). Each run has a new instance, since the
 * program exits.
 */
export async function loadQpdf(): Promise<Qpdf> {
  const file = join(MODULES_FOLDER, '@neslinesli93/qpdf-wasm/dist/qpdf.wasm')
  const module = await WebAssembly.compile(readFileSync(file))
  allowConstants()
  const create = createQpdf as unknown as (options: Options) => Promise<Instance>
  return async (args, files, strict) => {
    const instance = await create({
      noInitialRun: true,
      // Only faults are logged.
      print: () => {},
      instantiateWasm(imports, ready) {
        WebAssembly.instantiate(module, imports).then((made) => ready(made, module))
        return {}
      },
    })
    for (const [name, bytes] of Object.entries(files)) instance.FS.writeFile(`/${name}`, bytes)
    const listed = args.join('\n')
    if (listed.length > MOST_ARGUMENTS) instance.FS.writeFile(ARGUMENTS, Buffer.from(listed))
    const before = new Set(instance.FS.readdir('/'))
    const given = listed.length > MOST_ARGUMENTS ? [`@${ARGUMENTS}`] : args
    const code = exitCode(() => instance.callMain(['--no-warn', ...given]))
    if (strict ? code !== 0 : !DONE.includes(code)) throw new QpdfError(`qpdf ended with ${code}`)
    const written = instance.FS.readdir('/').filter((name) => !before.has(name))
    return Object.fromEntries(written.map((name) => [name, instance.FS.readFile(`/${name}`)]))
  }
}

/** Node's permission model hides the file flag constants that qpdf's startup reads. */
function allowConstants(): void {
  if (!('permission' in process)) return
  Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }) })
}

function exitCode(run: () => number): number {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError || MEMORY.test(String(error))) throw tooLarge()
    const { status } = error as { status?: unknown }
    return typeof status === 'number' ? status : -1
  }
}

const tooLarge = () =>
  new EngineFailure(
    'memory_limit',
    sentence`The PDF is too large for the memory of one conversion. Split it into parts.`,
  )

/** Runs qpdf with a single result, `/result.pdf`. */
export async function rewrite(qpdf: Qpdf, args: readonly string[], files: Files): Promise<Uint8Array> {
  const written = await qpdf(args, files)
  const result = written['result.pdf']
  if (!result?.length) throw new QpdfError('qpdf wrote nothing')
  return result
}

/** Page indexes from 0 as a qpdf range: `1-3,7`. Any order; pages may repeat. */
export function rangeOf(pages: readonly number[]): string {
  const parts: string[] = []
  for (let start = 0; start < pages.length; ) {
    let end = start
    while (pages[end + 1] === (pages[end] ?? 0) + 1) end++
    const [from, to] = [(pages[start] ?? 0) + 1, (pages[end] ?? 0) + 1]
    parts.push(from === to ? `${from}` : `${from}-${to}`)
    start = end + 1
  }
  return parts.join(',')
}
