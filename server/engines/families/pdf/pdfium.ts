import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { EngineFailure } from '../../kernel/engine.ts'
import { MODULES_FOLDER } from '../../kernel/packages.ts'
import { sentence } from '../../kernel/sentence.ts'

export type Pdfium = WrappedPdfiumModule

export interface PdfDocument {
  handle: number
  /** The form environment, for drawing its fields. */
  form: number
  /** Number of pages. */
  pages: number
  /**
   * Opens a page, for whoever closes it again; `index` counts from 0. Null when the page cannot be
   * read.
   */
  open(index: number): { page: number; close(): void } | null
  /** Calls `use` with a page's handle. Null when the page cannot be read. */
  page<Result>(index: number, use: (page: number) => Result): Result | null
  close(): void
}

/**
 * FPDF_GetLastError: 3 is a file that is no PDF or is damaged, 4 a password, 5 a kind of encryption
 * that is unknown.
 */
const PASSWORD = 4
const SECURITY = 5

/** Loads PDFium (WebAssembly, no file system, no network). */
export async function startPdfium(): Promise<Pdfium> {
  const bytes = readFileSync(join(MODULES_FOLDER, '@embedpdf/pdfium/dist/pdfium.wasm'))
  const pdfium = await init({
    wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    // Its C side would print about every fault of a file.
    print: () => {},
    printErr: () => {},
  } as Parameters<typeof init>[0])
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** Copies bytes into PDFium's memory; the caller frees them. */
export function put(pdfium: Pdfium, bytes: Uint8Array): number {
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length)
  if (!at) throw tooLarge()
  heap(pdfium).set(bytes, at)
  return at
}

const tooLarge = () =>
  new EngineFailure(
    'memory_limit',
    sentence`The PDF is too large for the memory of one conversion. Split it into parts.`,
  )

/**
 * A view of PDFium's memory. It goes stale when that memory grows, so it is asked for after the
 * last call that may allocate.
 */
export function heap(pdfium: Pdfium): Uint8Array {
  return (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
}

/**
 * Opens a PDF. Throws `source_encrypted` when it wants another password and `source_damaged` when
 * it cannot be read. The owner's password alone does not keep anybody from reading, so it is not
 * asked for.
 */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array, password = ''): PdfDocument {
  const memory = put(pdfium, bytes)
  const free = () => pdfium.pdfium.wasmExports.free(memory)
  const handle = pdfium.FPDF_LoadMemDocument(memory, bytes.length, password)
  if (!handle) {
    free()
    const reason = pdfium.FPDF_GetLastError()
    throw reason === PASSWORD || reason === SECURITY
      ? new EngineFailure(
          'source_encrypted',
          password === ''
            ? sentence`The PDF is password-protected. Remove the password, then convert it again.`
            : sentence`The password does not open the PDF. Check it, then try again.`,
        )
      : new EngineFailure(
          'source_damaged',
          sentence`The PDF is damaged and could not be opened. Export or download it again.`,
        )
  }
  // A filled form shows its values only when the form is loaded and drawn beside the page.
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(handle, pdfium.PDFiumExt_OpenFormFillInfo())
  return {
    handle,
    form,
    pages: pdfium.FPDF_GetPageCount(handle),
    open(index) {
      const page = pdfium.FPDF_LoadPage(handle, index)
      if (!page) return null
      pdfium.FORM_OnAfterLoadPage(page, form)
      const close = () => {
        pdfium.FORM_OnBeforeClosePage(page, form)
        pdfium.FPDF_ClosePage(page)
      }
      return { page, close }
    },
    page(index, use) {
      const opened = this.open(index)
      if (!opened) return null
      try {
        return use(opened.page)
      } finally {
        opened.close()
      }
    },
    close() {
      pdfium.PDFiumExt_ExitFormFillEnvironment(form)
      pdfium.FPDF_CloseDocument(handle)
      free()
    },
  }
}

/** Opens a PDF for the time of `use`. */
export function withPdf<Result>(
  { pdfium }: { pdfium: Pdfium },
  bytes: Uint8Array,
  use: (document: PdfDocument) => Result,
  password = '',
): Result {
  const document = openPdf(pdfium, bytes, password)
  try {
    return use(document)
  } finally {
    document.close()
  }
}

/** The document as a file. */
export function savePdf(pdfium: Pdfium, handle: number): Uint8Array {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    pdfium.PDFiumExt_SaveAsCopy(handle, writer)
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    return withMemory(pdfium, size, (at) => {
      pdfium.PDFiumExt_GetFileWriterData(writer, at, size)
      return heap(pdfium).slice(at, at + size)
    })
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}

/** Memory of PDFium's for the time of `use`. */
export function withMemory<Result>(pdfium: Pdfium, bytes: number, use: (at: number) => Result): Result {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const at = malloc(Math.max(1, bytes))
  if (!at) throw tooLarge()
  try {
    return use(at)
  } finally {
    free(at)
  }
}

/**
 * A text that PDFium gives as UTF-16: `read` fills `length` bytes at `at` and says how many there
 * are, with a zero at the end.
 */
export function readText(pdfium: Pdfium, read: (at: number, length: number) => number): string {
  const length = Math.min(read(0, 0), 2_000_000)
  if (length <= 2) return ''
  return withMemory(pdfium, length, (at) => {
    read(at, length)
    return Buffer.from(heap(pdfium).slice(at, at + length - 2)).toString('utf16le')
  })
}
