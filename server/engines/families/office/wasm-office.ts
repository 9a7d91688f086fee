import { readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join, parse } from 'node:path'
import { scriptFontFiles } from '../../kernel/script-fonts.ts'
import { CJK_FONTS } from '../../kernel/shipped-fonts.ts'
import type { Writer } from './filters.ts'
import type { Office, OfficeJob } from './office.ts'
import { loadOfficeModule, type OfficeModule } from './wasm-module.ts'
import { wasmFolder } from './wasm-package.ts'

/** Folders of its in-memory file system. */
const IN = '/tmp/in'
const OUT = '/tmp/out'
const FONTS = '/instdir/share/fonts/truetype'

/**
 * Without it a document that opens a dialog (links, repair) waits forever. It also makes a
 * truncated file an error instead of a silent repair.
 */
const NO_DIALOGS = 'Batch=true'

/**
 * LibreOffice as WebAssembly in this process. An error inside it ends the process, since its state
 * can't be trusted afterwards.
 */
export class WasmOffice implements Office {
  #module: OfficeModule | null = null
  #kit = 0
  #said = ''

  get alive(): boolean {
    return this.#module !== null
  }

  get said(): string {
    return this.#said
  }

  /** It has only the bundled fonts, which `fontWarnings` checks. */
  hasLetter(): boolean {
    return false
  }

  async start(): Promise<void> {
    // A trap in one of its threads arrives here, and pending calls never return.
    process.on('uncaughtException', (error) => {
      process.stderr.write(`${error.stack ?? error}\n`, () => process.exit(70))
    })
    const folder = wasmFolder()
    if (!folder) throw new Error('The package is not installed.')
    const module = await loadOfficeModule(folder)
    for (const path of [IN, OUT, '/instdir/user/temp', FONTS]) module.FS.mkdirTree(path)
    for (const path of [...CJK_FONTS, ...scriptFontFiles()])
      module.FS.writeFile(join(FONTS, basename(path)), readFileSync(path))
    this.#module = module
    this.#kit = this.#withTexts(['/instdir/program'], (path) => module._libreofficekit_hook(path))
    if (this.#kit === 0) throw new Error('The office does not start.')
  }

  async convert({ input, outFolder, writer, reader }: OfficeJob): Promise<void> {
    const module = this.#loaded()
    this.#said = ''
    const source = join(IN, `source${extname(input)}`)
    module.FS.writeFile(source, readFileSync(input))
    const options = reader?.options ? `${reader.options},${NO_DIALOGS}` : NO_DIALOGS
    const document = this.#withTexts([`file://${source}`, options], (url, options) =>
      module._lok_documentLoadWithOptions(this.#kit, url, options),
    )
    if (document === 0) {
      this.#said = `Error: the file could not be loaded. ${this.#error()}`
    } else {
      this.#save(document, writer, outFolder, parse(input).name)
      module._lok_documentDestroy(document)
    }
    module.FS.unlink(source)
  }

  #save(document: number, writer: Writer, outFolder: string, name: string): void {
    const { extension, options = '', sheet } = writer
    if (sheet === undefined) {
      const bytes = this.#saved(document, extension, options)
      if (bytes) writeFileSync(join(outFolder, `${name}.${extension}`), bytes)
      return
    }
    const module = this.#loaded()
    const sheets = module._lok_documentGetParts(document)
    const wanted = sheet === 0 ? Array.from({ length: sheets }, (_, at) => at) : [sheet - 1]
    for (const at of wanted) {
      if (at >= sheets) return
      const own = sheet === 0 ? `-${this.#text(module._lok_documentGetPartName(document, at))}` : ''
      module._lok_documentSetPart(document, at)
      const bytes = this.#saved(document, extension, withoutEmpty(options))
      if (!bytes) return
      const text = withoutNeedlessQuotes(Buffer.from(bytes).toString(), Number.parseInt(options, 10))
      writeFileSync(join(outFolder, `${name}${own.replaceAll('/', '_')}.${extension}`), text)
    }
  }

  /** A document as bytes, or null if it can't be saved. */
  #saved(document: number, extension: string, options: string): Uint8Array | null {
    const module = this.#loaded()
    const path = join(OUT, `result.${extension}`)
    const saved = this.#withTexts([`file://${path}`, extension, options], (...texts) =>
      module._lok_documentSaveAs(document, ...texts),
    )
    if (saved === 0) {
      this.#said = `Error: the file could not be saved. ${this.#error()}`
      return null
    }
    const bytes = module.FS.readFile(path)
    module.FS.unlink(path)
    return bytes
  }

  #loaded(): OfficeModule {
    if (!this.#module) throw new Error('The office has not started.')
    return this.#module
  }

  #error(): string {
    return this.#text(this.#loaded()._lok_getError(this.#kit))
  }

  /** Calls with C strings that are freed afterwards. */
  #withTexts<Texts extends readonly string[], Answer>(
    texts: readonly [...Texts],
    call: (...pointers: { [At in keyof Texts]: number }) => Answer,
  ): Answer {
    const module = this.#loaded()
    const pointers = texts.map((text) => {
      const bytes = Buffer.from(`${text}\0`)
      const pointer = module._malloc(bytes.length)
      new Uint8Array(module.wasmMemory.buffer).set(bytes, pointer)
      return pointer
    })
    try {
      return call(...(pointers as { [At in keyof Texts]: number }))
    } finally {
      for (const pointer of pointers) module._free(pointer)
    }
  }

  #text(pointer: number): string {
    if (pointer === 0) return ''
    const memory = new Uint8Array(this.#loaded().wasmMemory.buffer)
    // A copy, since TextDecoder rejects shared memory.
    return Buffer.from(memory.slice(pointer, memory.indexOf(0, pointer))).toString()
  }
}

/**
 * LibreOfficeKit drops empty tokens, which shifts the others. The column types, which fill them,
 * don't affect export.
 */
const withoutEmpty = (options: string) => options.replaceAll(',,', ',1/1,')

/**
 * CSV with quotation marks only where required. LibreOfficeKit adds a space before each token, so
 * `true` isn't recognized and numbers are written as shown, but quoted.
 */
function withoutNeedlessQuotes(csv: string, separator: number): string {
  return csv.replace(/"((?:[^"]|"")*)"/g, (quoted, content: string) =>
    /["\r\n]/.test(content) || content.includes(String.fromCharCode(separator)) ? quoted : content,
  )
}
