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
 * What the worker fetches when a file needs it (fonts that are not in it, old Asian encodings,
 * decoders): vite.config.ts lays it there.
 */
const FILES = `${import.meta.env.BASE_URL}assets/pdf-${version}/`
/** An image with more than these is left out rather than taking the browser down. */
const MOST_IMAGE_PIXELS = 250_000_000

class Transport extends PDFDataRangeTransport {
  readonly #bytes: Bytes
  #over = false

  constructor(bytes: Bytes) {
    // Whole parts: of one that has come in half pdf.js would know nothing.
    const whole = bytes.first.slice(0, bytes.first.length - (bytes.first.length % PART))
    super(bytes.length, whole)
    this.#bytes = bytes
  }

  override requestDataRange(from: number, to: number) {
    this.#bytes.read(from, to).then(
      (part) => {
        if (!this.#over) this.onDataRange(from, part)
      },
      // The request was abandoned, or the byte source has reported the error.
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
  /** `wrong` from the second time on. */
  onPassword: (unlock: (password: string) => void, wrong: boolean) => void
}

/**
 * Opens a PDF where it lies: a page is loaded when it is looked at, so that the first is there
 * before the rest has come. Nothing in the file is run: neither its JavaScript nor its XFA. Only
 * the worker may run WebAssembly: its decoders, which are fetched when a file needs them.
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
    // Warnings about a person's file are no news for the console.
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
