import { type RenderRequest, renderSheet } from './render-sheet.ts'
import type { Pixels } from './types.ts'

export interface WorkerRequest {
  id: number
  request: RenderRequest
}
export interface WorkerAnswer {
  id: number
  pages: Pixels[]
}

// Straightening takes longer than a frame; the page stays responsive meanwhile.
addEventListener('message', ({ data: { id, request } }: MessageEvent<WorkerRequest>) => {
  const answer: WorkerAnswer = { id, pages: renderSheet(request) }
  postMessage(answer, { transfer: answer.pages.map(({ data }) => data.buffer) })
})
