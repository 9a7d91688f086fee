import type { FileReport } from './report.ts'

/** `unread`: the file; `away`: what checks it could not be fetched, or broke. */
export type CheckMessage = { done: number } | { report: FileReport } | { failed: 'unread' | 'away' }

/** Has a file checked beside the page. Answers how to stop it; nothing is told after that. */
export function runCheck(file: File, tell: (message: CheckMessage) => void): () => void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
    if (!('done' in data)) worker.terminate()
    tell(data)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    worker.terminate()
    tell({ failed: 'away' })
  })
  worker.postMessage(file)
  return () => worker.terminate()
}
