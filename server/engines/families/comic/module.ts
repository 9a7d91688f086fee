import { z } from 'zod'
import { workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import type { CatalogEntry, EngineModule, Installed } from '../../kernel/module.ts'
import { SEVEN_ZIP } from '../archive/module.ts'
import { PDF_LOSSY_OPTIONS } from '../pdf/options.ts'
import { PASSWORD } from '../unlock/unlock.ts'
import { COMIC_LIMITS, comicToCbz, comicToPdf, pdfToCbz } from './convert.ts'
import { COMICS } from './formats.ts'

const DIRECTION = z.enum(['auto', 'left_to_right', 'right_to_left']).default('auto').meta({
  title: 'Reading direction',
  description: 'Which page of a spread comes first. Auto uses the comic’s metadata.',
})

/** Options of comics: a password, and for PDF the reading direction. */
const COMIC_OPTIONS = z.strictObject({ password: PASSWORD })
const COMIC_PDF_OPTIONS = COMIC_OPTIONS.extend({ direction: DIRECTION })

const draws = (installed: Installed) => installed.has('sharp') && installed.has('PDFium')

/** Comics to PDF and CBZ. Has no engine: uses 7-Zip to unpack and sharp for images. */
export const comicEngines: EngineModule = {
  engines: [],

  entries(installed): CatalogEntry[] {
    const shared = { family: 'document', limits: COMIC_LIMITS } as const
    const toPdf = () =>
      conversion({
        ...shared,
        engine: `${SEVEN_ZIP} + sharp`,
        from: Object.keys(COMICS),
        target: 'pdf',
        schema: COMIC_PDF_OPTIONS,
        kinds: ['archive', 'comic'],
        run: comicToPdf,
      })
    const toCbz = () =>
      conversion({
        ...shared,
        engine: SEVEN_ZIP,
        from: Object.keys(COMICS).filter((format) => format !== 'cbz'),
        target: 'cbz',
        schema: COMIC_OPTIONS,
        kinds: ['archive'],
        run: comicToCbz,
      })
    const fromPdf = () =>
      conversion({
        family: 'document',
        engine: 'PDFium',
        from: ['pdf'],
        target: 'cbz',
        schema: PDF_LOSSY_OPTIONS,
        kinds: ['pdf'],
        run: pdfToCbz,
      })
    const unpacks = installed.has(SEVEN_ZIP)
    return [
      ...(unpacks && draws(installed) ? [toPdf()] : []),
      ...(unpacks ? [toCbz()] : []),
      ...(draws(installed) ? [fromPdf()] : []),
    ]
  },

  workerPrograms: (installed) =>
    draws(installed)
      ? [{ ...workerProgramAt('comic', 'comic', 'comic-child.ts'), limits: COMIC_LIMITS }]
      : [],
}
