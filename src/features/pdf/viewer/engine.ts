import {
  getDocument,
  PasswordException,
  PasswordResponses,
  PDFDataRangeTransport,
  PDFWorker,
  version,
} from 'pdfjs-dist'
import type { Bytes } from './bytes.ts'
import { PART } from './bytes.ts'
import { Pdf } from './pdf.ts'

/**
 * Files that the worker loads on demand (missing fonts, CJK encodings, decoders): vite.config.ts
 * copies them.
 */
const FILES = `${import.meta.env.BASE_URL}assets/pdf-${version}/`
/** Larger images are skipped, because they could crash the browser. */
const MOST_IMAGE_PIXELS = 250_000_000

class Transport extends PDFDataRangeTransport {
  readonly #bytes: Bytes
  #over = false

  constructor(bytes: Bytes) {
    // Whole ranges only: pdf.js ignores a partial one.
    const whole = bytes.first.slice(0, bytes.first.length - (bytes.first.length % PART))
    super(bytes.length, whole)
    this.#bytes = bytes
  }

  override requestDataRange(from: number, to: number) {
    this.#bytes.read(from, to).then(
      (part) => {
        if (!this.#over) this.onDataRange(from, part)
      },
      // The request was aborted, or the byte source has reported the error.
      () => {},
    )
  }

  override abort() {
    this.#over = true
    this.#bytes.close()
  }
}

type DocumentSource = {
  bytes: Bytes
  port: Worker
  /** `wrong` from the second call on. */
  onPassword: (unlock: (password: string) => void, wrong: boolean) => void
}

/**
 * Opens a PDF by range requests: pages are loaded on demand, so that the first is displayed before
 * the rest is loaded. Nothing in the file is run: neither JavaScript nor XFA. Only the worker may
 * run WebAssembly, for decoders that are loaded on demand.
 */
export function openDocument({ bytes, port, onPassword }: DocumentSource): {
  pdf: Promise<Pdf>
  close: () => void
} {
  const worker = PDFWorker.create({ port, verbosity: 0 })
  const whole = bytes.first.length === bytes.length
  const task = getDocument({
    ...(whole ? { data: bytes.first } : { range: new Transport(bytes) }),
    worker,
    rangeChunkSize: PART,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    maxImageSize: MOST_IMAGE_PIXELS,
    iccUrl: `${FILES}iccs/`,
    wasmUrl: `${FILES}wasm/`,
    cMapUrl: `${FILES}cmaps/`,
    standardFontDataUrl: `${FILES}standard_fonts/`,
    // Warnings about users' files do not belong in the console.
    verbosity: 0,
  })
  task.onPassword = (unlock: (password: string) => void, reason: number) =>
    onPassword(unlock, reason === PasswordResponses.INCORRECT_PASSWORD)
  return {
    pdf: task.promise.then(Pdf.of),
    close() {
      void task
        .destroy()
        .catch(() => {})
        .then(() => {
          worker.destroy()
          port.terminate()
        })
    },
  }
}

export const isPasswordError = (error: unknown): boolean => error instanceof PasswordException
