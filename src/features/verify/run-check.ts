import type { FileReport } from './report.ts'

/** `unread`: the file could not be read; `away`: the checker could not be loaded, or crashed. */
export type CheckMessage = { done: number } | { report: FileReport } | { failed: 'unread' | 'away' }

/**
 * Verifies a file in a worker. Returns a function that cancels it; then `tell` is not called
 * anymore.
 */
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
