import sharp from 'sharp'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { imageFailure } from '../image/failures.ts'
import { openToolkit, type PdfToolkit } from '../pdf/toolkit.ts'
import { type DocumentRequest, makeDocument } from './document.ts'
import { makePage, type PageRequest } from './page.ts'

export type ScanRequest = PageRequest | DocumentRequest

let toolkit: PdfToolkit

await serve<ScanRequest>({
  async warm() {
    sharp.concurrency(1)
    sharp.cache(false)
    toolkit = await openToolkit()
  },

  async run(request, report) {
    if (request.step === 'document') return await makeDocument(toolkit, request, report)
    report(request.stage, request.progress)
    try {
      return { files: await makePage(request), warnings: [] }
    } catch (error) {
      if (error instanceof EngineFailure) throw error
      throw imageFailure(error)
    }
  },
})
