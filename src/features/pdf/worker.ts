import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/** The program that reads PDFs, begun before the code that speaks with it is here: it is the largest part of all. */
export const startWorker = (): Worker => new Worker(workerUrl, { type: 'module' })
