import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ConsoleStdout,
  Directory,
  File,
  type Inode,
  OpenFile,
  PreopenDirectory,
  WASI,
} from '@bjorn3/browser_wasi_shim'
import { MODULES_FOLDER } from '../../kernel/packages.ts'

export interface PandocAnswer {
  /** The files that pandoc wrote, by path. */
  files: Record<string, Uint8Array>
  /** Starts with `ERROR:` on failure. */
  stderr: string
  warnings: { type?: string; message?: string; pretty?: string }[]
}

export type Pandoc = (options: Record<string, unknown>, files: Record<string, Uint8Array>) => PandocAnswer

interface PandocExports extends WebAssembly.Exports {
  memory: WebAssembly.Memory
  __wasm_call_ctors(): void
  hs_init_with_rtsopts(argc: number, argv: number): void
  malloc(size: number): number
  convert(options: number, length: number): void
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** The names of pandoc's output files. */
const CHANNELS = ['stdin', 'stdout', 'stderr', 'warnings']

/**
 * Loads pandoc's official, unmodified WebAssembly build (GPL-2.0-or-later, a separate program with
 * options and files as its interface). A document sees only the files of its call.
 */
export async function loadPandoc(): Promise<Pandoc> {
  const tree = new Map<string, Inode>()
  const wasi = new WASI(
    ['pandoc.wasm', '+RTS', '-H64m', '-RTS'],
    [],
    [
      new OpenFile(new File(new Uint8Array(), { readonly: true })),
      ConsoleStdout.lineBuffered(() => {}),
      ConsoleStdout.lineBuffered(() => {}),
      new PreopenDirectory('/', tree),
    ],
    // Debug output is on by default and prints every path.
    { debug: false },
  )
  const module = await WebAssembly.compile(
    readFileSync(join(MODULES_FOLDER, 'pandoc-wasm', 'src', 'pandoc.wasm')),
  )
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport })
  const wasm = instance.exports as PandocExports
  wasi.initialize({ exports: wasm })
  wasm.__wasm_call_ctors()
  const put = (bytes: Uint8Array): number => {
    const at = wasm.malloc(bytes.length)
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes)
    return at
  }
  const numbers = (...values: number[]) => put(new Uint8Array(new Uint32Array(values).buffer))
  const argv = wasi.args.map((argument) => put(encoder.encode(`${argument}\0`)))
  wasm.hs_init_with_rtsopts(numbers(argv.length), numbers(numbers(...argv, 0)))

  return (options, files) => {
    tree.clear()
    for (const name of [...CHANNELS, String(options['output-file'])])
      tree.set(name, new File(new Uint8Array()))
    for (const [name, bytes] of Object.entries(files)) tree.set(name, new File(bytes, { readonly: true }))
    const text = encoder.encode(JSON.stringify(options))
    // The build exports no `free`: each job leaks a kilobyte until the child is replaced.
    wasm.convert(put(text), text.length)
    const found = collect(tree, '')
    tree.clear()
    const said = (name: string) => decoder.decode(found[name] ?? new Uint8Array())
    const answer = { stderr: said('stderr'), warnings: parseWarnings(said('warnings')) }
    for (const name of [...CHANNELS, ...Object.keys(files)]) delete found[name]
    return { ...answer, files: found }
  }
}

function collect(folder: Map<string, Inode>, prefix: string, into: Record<string, Uint8Array> = {}) {
  for (const [name, inode] of folder) {
    if (inode instanceof Directory) collect(inode.contents, `${prefix}${name}/`, into)
    else if (inode instanceof File) into[prefix + name] = inode.data
  }
  return into
}

function parseWarnings(text: string): PandocAnswer['warnings'] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
