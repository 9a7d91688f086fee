import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** What the worker fetches when a file needs it (fonts that are not in it, old Asian encodings): vite.config.ts lays it there. */
const FILES = `${import.meta.env.BASE_URL}assets/pdf-${version}/`

/**
 * Opens a PDF where it lies: a page is loaded when it is looked at, so that the first is there before the rest has come.
 * WebAssembly is not used, because the content security policy allows none; what it would do is done in JavaScript.
 */
export const openPdf = (url: string): PDFDocumentLoadingTask =>
  getDocument({
    url,
    disableAutoFetch: true,
    disableStream: true,
    useWasm: false,
    wasmUrl: `${FILES}wasm/`,
    cMapUrl: `${FILES}cmaps/`,
    standardFontDataUrl: `${FILES}standard_fonts/`,
    // Warnings about a person's file are no news for the console.
    verbosity: 0,
  })
