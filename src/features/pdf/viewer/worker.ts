import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?sparing'

const start = (): Worker => new Worker(workerUrl, { type: 'module' })
let spare: Worker | null = null

/**
 * The program that reads PDFs, begun before the code that speaks with it is here: it is the largest
 * part of all.
 */
export function startWorker(): Worker {
  const worker = spare ?? start()
  spare = null
  return worker
}

/** For a page that will show a PDF, and does not know yet where it is. */
export function preloadPdf(): void {
  spare ??= start()
  const later = () => {}
  import('./engine.ts').catch(later)
  import('./viewer.tsx').catch(later)
}
