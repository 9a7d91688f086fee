import { npmPackage, programmeAt } from '../engine-package.ts'
import { conversion } from '../entry.ts'
import type { EngineModule } from '../module.ts'
import { convertPdf } from './convert.ts'
import { PDF_JPG_OPTIONS, PDF_PNG_OPTIONS, PDF_TEXT_OPTIONS } from './options.ts'

const TARGETS = {
  txt: PDF_TEXT_OPTIONS,
  md: PDF_TEXT_OPTIONS,
  png: PDF_PNG_OPTIONS,
  jpg: PDF_JPG_OPTIONS,
}

export const pdfEngines: EngineModule = {
  engines: [
    npmPackage('@embedpdf/pdfium', {
      name: 'PDFium',
      family: 'document',
      licence: 'BSD-3-Clause',
      adds: 'PDF into text and pictures, and the check of every PDF that is made',
    }),
  ],

  entries: (installed) =>
    installed.has('PDFium') && installed.has('sharp')
      ? Object.entries(TARGETS).map(([target, schema]) =>
          conversion({
            family: 'document',
            engine: 'PDFium',
            from: ['pdf'],
            target,
            schema,
            kinds: ['pdf'],
            run: convertPdf,
          }),
        )
      : [],

  programmes: (installed) =>
    installed.has('PDFium') && installed.has('sharp') ? [programmeAt('pdf', 'pdf', 'pdf-child.ts')] : [],
}
