import { workerProgramAt } from '../../kernel/engine-package.ts'
import { operation } from '../../kernel/entry.ts'
import type { EngineModule, Installed } from '../../kernel/module.ts'
import { ocrFeatures, ocrIsHere, ocrLanguages } from '../ocr/module.ts'
import { makeScan } from './job.ts'
import { MAX_PHOTOS, SCAN_OPTIONS } from './options.ts'

/** A page takes half a second, plus five for OCR; up to two hundred pages. */
const LIMITS = { wallMs: 30 * 60_000 }

const isHere = (installed: Installed): boolean =>
  ['PDFium', 'qpdf', 'pdf-lib', 'sharp'].every((name) => installed.has(name))

/** Used by scan sessions to create the PDF; hidden from lists. */
export const scanEngines: EngineModule = {
  engines: [],

  entries: (installed) =>
    isHere(installed)
      ? [
          operation({
            operation: 'scan',
            label: 'Scan',
            family: 'document',
            engine: ocrIsHere(installed) ? 'sharp + pdf-lib + Tesseract' : 'sharp + pdf-lib',
            features: ocrIsHere(installed) ? ocrFeatures(ocrLanguages(installed)) : [],
            from: ['jpg'],
            to: ['pdf'],
            schema: SCAN_OPTIONS,
            kinds: ['scan'],
            limits: LIMITS,
            maxFiles: MAX_PHOTOS,
            run: makeScan,
          }),
        ]
      : [],

  workerPrograms: (installed) =>
    isHere(installed) ? [{ ...workerProgramAt('scan', 'scan', 'scan-child.ts'), limits: LIMITS }] : [],
}
