import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { operation } from '../../kernel/entry.ts'
import type { EngineModule, Installed } from '../../kernel/module.ts'
import { installedLanguages } from './languages.ts'
import { ocrOptions } from './options.ts'
import { recogniseText } from './recognise.ts'

const FROM = ['pdf', 'jpg', 'png', 'webp', 'tiff']
const TARGETS = ['pdf', 'txt', 'md']

/** A page takes seconds, and a document has many. */
const LIMITS = { wallMs: 15 * 60_000 }

/** Whether text can be recognised on this server. */
export const ocrIsHere = (installed: Installed): boolean =>
  ['Tesseract', 'PDFium', 'qpdf', 'pdf-lib', 'sharp'].every((name) => installed.has(name)) &&
  installedLanguages().length > 0

export const ocrEngines: EngineModule = {
  engines: [
    npmPackage('tesseract.js', {
      name: 'Tesseract',
      family: 'document',
      licence: 'Apache-2.0',
      adds: 'text recognition on scans and pictures; each language is a package of its own (@tesseract.js-data/deu)',
    }),
  ],

  entries(installed) {
    if (!ocrIsHere(installed)) return []
    const schema = ocrOptions(installedLanguages())
    return TARGETS.map((target) =>
      operation({
        operation: 'ocr',
        label:
          target === 'pdf'
            ? 'Recognize text (PDF)'
            : target === 'txt'
              ? 'Recognize text'
              : 'Recognize text (Markdown)',
        family: 'document',
        engine: 'Tesseract',
        from: FROM,
        to: [target],
        schema,
        kinds: ['ocr'],
        limits: LIMITS,
        run: recogniseText,
      }),
    )
  },

  workerPrograms: (installed) =>
    ocrIsHere(installed)
      ? [{ ...workerProgramAt('ocr', 'ocr', 'ocr-child.ts'), threads: true, limits: LIMITS }]
      : [],
}
