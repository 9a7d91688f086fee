import sharp from 'sharp'
import { serve } from '../child-serve.ts'
import { EngineFailure } from '../engine.ts'
import { imageFailure } from '../image/failures.ts'
import { type Bench, openBench } from '../pdf/bench.ts'
import { type DocumentRequest, makeDocument } from './document.ts'
import { makePage, type PageRequest } from './page.ts'

export type ScanRequest = PageRequest | DocumentRequest

let bench: Bench

await serve<ScanRequest>({
  async warm() {
    sharp.concurrency(1)
    sharp.cache(false)
    bench = await openBench()
  },

  async run(request, report) {
    if (request.step === 'document') return await makeDocument(bench, request, report)
    report(request.stage, request.progress)
    try {
      return { files: await makePage(request), warnings: [] }
    } catch (error) {
      if (error instanceof EngineFailure) throw error
      throw imageFailure(error)
    }
  },
})
