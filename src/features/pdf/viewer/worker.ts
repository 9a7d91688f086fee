import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?sparing'

const start = (): Worker => new Worker(workerUrl, { type: 'module' })
let spare: Worker | null = null

/** Starts the pdf.js worker before the viewer's code is loaded, because it is the largest part. */
export function startWorker(): Worker {
  const worker = spare ?? start()
  spare = null
  return worker
}

/** For a page that will display a PDF whose URL is not known yet. */
export function preloadPdf(): void {
  spare ??= start()
  const later = () => {}
  import('./engine.ts').catch(later)
  import('./viewer.tsx').catch(later)
}
