import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { WASM_HASHES, type WasmFile } from './wasm-package.ts'

/** Initial and maximum memory in pages of 64 KiB: 1 GiB and 1.5 GiB. */
const MEMORY = { initial: 16_384, maximum: 24_576 }

/** The used part of Emscripten's module with LibreOfficeKit. Numbers are pointers. */
export interface OfficeModule {
  wasmMemory: WebAssembly.Memory
  FS: {
    mkdirTree(path: string): void
    readdir(path: string): string[]
    readFile(path: string): Uint8Array
    writeFile(path: string, bytes: Uint8Array | string): void
    unlink(path: string): void
  }
  _malloc(size: number): number
  _free(pointer: number): void
  _libreofficekit_hook(folder: number): number
  _lok_getError(kit: number): number
  _lok_documentLoadWithOptions(kit: number, url: number, options: number): number
  _lok_documentSaveAs(document: number, url: number, format: number, options: number): number
  _lok_documentGetParts(document: number): number
  _lok_documentGetPartName(document: number, part: number): number
  _lok_documentSetPart(document: number, part: number): void
  _lok_documentDestroy(document: number): void
}

/**
 * Loads the unmodified WebAssembly build of LibreOffice, once per process. Its file system is MEMFS
 * without access to the machine's files. Throws if a file's hash differs.
 */
export async function loadOfficeModule(folder: string): Promise<OfficeModule> {
  // The optimizing compiler costs more time and memory than it saves on typical documents.
  setFlagsFromString('--liftoff-only')
  // Emscripten's sockets would load `ws` if that package is installed.
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'ws') throw new Error('The office has no network.')
      return next(specifier, context)
    },
  })
  const path = (name: string) => join(folder, name)
  const read = (name: WasmFile) => checked(name, readFileSync(path(name)))
  read('soffice.cjs')
  read('soffice.worker.cjs')
  return new Promise((resolve, reject) => {
    const settings = {
      // With the main function in a separate thread, the calls below stall at random.
      noInitialRun: true,
      noExitRuntime: true,
      locateFile: path,
      mainScriptUrlOrBlob: path('soffice.cjs'),
      print() {},
      printErr() {},
      wasmMemory: new WebAssembly.Memory({ ...MEMORY, shared: true }),
      getPreloadedPackage() {
        const { buffer, byteOffset, byteLength } = read('soffice.data')
        return buffer.slice(byteOffset, byteOffset + byteLength)
      },
      instantiateWasm(imports: Record<string, unknown>, use: (...given: unknown[]) => void) {
        compile(path('soffice.wasm'))
          .then(async (module) => use(await WebAssembly.instantiate(module, imports), module))
          .catch(reject)
        return {}
      },
      onAbort: (reason: unknown) => reject(new Error(String(reason))),
      onRuntimeInitialized: () => resolve(settings as unknown as OfficeModule),
    }
    Object.assign(globalThis, { Module: settings })
    createRequire(import.meta.url)(path('soffice.cjs'))
  })
}

/** Compiles the program while streaming it, and verifies its hash. */
async function compile(path: string): Promise<WebAssembly.Module> {
  const hash = createHash('sha256')
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 }).on('data', (bytes) =>
    hash.update(bytes),
  )
  const headers = { 'content-type': 'application/wasm' }
  const module = await WebAssembly.compileStreaming(
    new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, { headers }),
  )
  compare('soffice.wasm', hash.digest('hex'))
  return module
}

function checked(name: WasmFile, bytes: Buffer): Buffer {
  compare(name, createHash('sha256').update(bytes).digest('hex'))
  return bytes
}

function compare(name: WasmFile, found: string): void {
  if (found !== WASM_HASHES[name]) throw new Error(`${name} is not the file of this release.`)
}
