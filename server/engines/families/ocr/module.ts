import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { operation } from '../../kernel/entry.ts'
import type { Engine, EngineModule, Installed } from '../../kernel/module.ts'
import { installedLanguages } from './languages.ts'
import { ocrOptions } from './options.ts'
import { recogniseText } from './recognise.ts'

const FROM = ['pdf', 'jpg', 'png', 'webp', 'tiff']
const TARGETS = ['pdf', 'txt', 'md']

/** OCR takes seconds per page, and a document has many. */
const LIMITS = { wallMs: 15 * 60_000 }

const NAME = 'Tesseract'
const reader = npmPackage('tesseract.js', {
  name: NAME,
  family: 'document',
  licence: 'Apache-2.0',
  adds: 'text recognition on scans and images; each language is a package of its own (@tesseract.js-data/deu)',
})
const tesseract: Engine = {
  ...reader,
  find: () => {
    const found = reader.find()
    return found && { ...found, features: installedLanguages() }
  },
}

/** Whether OCR is available. */
export const ocrIsHere = (installed: Installed): boolean =>
  [NAME, 'PDFium', 'qpdf', 'pdf-lib', 'sharp'].every((name) => installed.has(name)) &&
  ocrLanguages(installed).length > 0

/** Codes of the available OCR languages. Workers of an earlier version don't list them. */
export const ocrLanguages = (installed: Installed): readonly string[] =>
  installed.get(NAME)?.features ?? installedLanguages()

/** The features that a job requires if its options may name any of these languages. */
export const ocrFeatures = (languages: readonly string[]): string[] =>
  languages.map((language) => `${NAME} ${language}`)

export const ocrEngines: EngineModule = {
  engines: [tesseract],

  entries(installed) {
    if (!ocrIsHere(installed)) return []
    const languages = ocrLanguages(installed)
    const schema = ocrOptions(languages)
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
        engine: NAME,
        features: ocrFeatures(languages),
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
