import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { EngineFailure } from '../../kernel/engine.ts'
import { MODULES_FOLDER } from '../../kernel/packages.ts'
import { sentence } from '../../kernel/sentence.ts'

export type Pdfium = WrappedPdfiumModule

export interface PdfDocument {
  handle: number
  /** The form environment, for rendering form fields. */
  form: number
  /** Number of pages. */
  pages: number
  /** Opens a page, which the caller closes; `index` counts from 0. Null if it is unreadable. */
  open(index: number): { page: number; close(): void } | null
  /** Calls `use` with a page's handle. Null if the page is unreadable. */
  page<Result>(index: number, use: (page: number) => Result): Result | null
  close(): void
}

/** FPDF_GetLastError: 3 is no PDF or a damaged one, 4 a password, 5 an unknown encryption. */
const PASSWORD = 4
const SECURITY = 5

/** Loads PDFium (WebAssembly, no file system, no network). */
export async function startPdfium(): Promise<Pdfium> {
  const bytes = readFileSync(join(MODULES_FOLDER, '@embedpdf/pdfium/dist/pdfium.wasm'))
  const pdfium = await init({
    wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    // The C code prints every fault of a file.
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
 * A view of PDFium's memory. Growing the memory detaches it, so get it after the last call that may
 * allocate.
 */
export function heap(pdfium: Pdfium): Uint8Array {
  return (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
}

/**
 * Opens a PDF. The owner password isn't needed for reading.
 * @throws `source_encrypted` if it needs another password, `source_damaged` if it is unreadable
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
  // Form values are visible only if the form is loaded and drawn in addition to the page.
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

/** Opens a PDF while `use` runs. */
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

/** Serializes the document. */
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

/** Allocates PDFium memory while `use` runs. */
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
 * Reads a UTF-16 text from PDFium: `read` fills `length` bytes at `at` and returns the size with
 * its terminating zero.
 */
export function readText(pdfium: Pdfium, read: (at: number, length: number) => number): string {
  const length = Math.min(read(0, 0), 2_000_000)
  if (length <= 2) return ''
  return withMemory(pdfium, length, (at) => {
    read(at, length)
    return Buffer.from(heap(pdfium).slice(at, at + length - 2)).toString('utf16le')
  })
}
