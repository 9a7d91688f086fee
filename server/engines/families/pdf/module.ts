import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion, operation } from '../../kernel/entry.ts'
import type { CatalogEntry, EngineModule, Installed } from '../../kernel/module.ts'
import { packageFolder } from '../../kernel/packages.ts'
import { PAGE_THUMBNAIL_OPTIONS } from '../../kernel/thumbnail-size.ts'
import { WRITERS } from '../document/formats.ts'
import { WRITER_OPTIONS } from '../document/options.ts'
import { ocrFeatures, ocrIsHere, ocrLanguages } from '../ocr/module.ts'
import { officeFeatures, textOffice } from '../office/module.ts'
import { convertPdf } from './convert.ts'
import { documentJob } from './document.ts'
import { documentOptions } from './document-options.ts'
import { editPdf, INSERTED_IMAGES, MERGED_IMAGES, SEALED_IMAGES } from './edit.ts'
import {
  EDIT_LABELS,
  EDIT_OPTIONS,
  FORM_FIELDS_OPTIONS,
  MERGE_OPTIONS,
  SAVE_OPTIONS,
  SPLIT_OPTIONS,
} from './edit-options.ts'
import { PDF_INSPECT_OPTIONS, PDF_LOSSY_OPTIONS, PDF_PNG_OPTIONS, PDF_TEXT_OPTIONS } from './options.ts'
import { SEAL_OPTIONS, SEALED_FILES } from './seal/options.ts'

const TARGETS = {
  txt: PDF_TEXT_OPTIONS,
  md: PDF_TEXT_OPTIONS,
  png: PDF_PNG_OPTIONS,
  jpg: PDF_LOSSY_OPTIONS,
  webp: PDF_LOSSY_OPTIONS,
}

/** Editable targets; DOCX needs only PDFium, and the others are converted from DOCX. */
const DOCUMENTS = ['docx', 'html', 'odt', 'rtf', 'epub']
const OFFICE_TARGETS: readonly string[] = ['odt', 'rtf']

const reads = (installed: Installed) => installed.has('PDFium') && installed.has('sharp')
/** Whether PDFs can be edited and decrypted here. */
export const editsPdf = (installed: Installed): boolean =>
  reads(installed) &&
  installed.has('qpdf') &&
  installed.has('pdf-lib') &&
  packageFolder('@cantoo/fontkit') !== null

export const pdfEngines: EngineModule = {
  engines: [
    npmPackage('@embedpdf/pdfium', {
      name: 'PDFium',
      family: 'document',
      licence: 'BSD-3-Clause',
      adds: 'PDF into text and images, redaction, and the check of every PDF that is made',
    }),
    npmPackage('@neslinesli93/qpdf-wasm', {
      name: 'qpdf',
      family: 'document',
      licence: 'Apache-2.0',
      adds: 'PDFs put together, taken apart, protected, repaired and packed',
    }),
    npmPackage('@cantoo/pdf-lib', {
      name: 'pdf-lib',
      family: 'document',
      licence: 'MIT',
      adds: 'forms read and filled in, marks, watermarks, page numbers, and images as pages of a PDF',
    }),
  ],

  entries: (installed) => [
    ...(reads(installed) ? readEntries(installed) : []),
    ...(editsPdf(installed) ? editEntries() : []),
  ],

  workerPrograms: (installed) => [
    ...(reads(installed) ? [workerProgramAt('pdf', 'pdf', 'pdf-child.ts')] : []),
    ...(editsPdf(installed) ? [workerProgramAt('pdf-edit', 'pdf', 'pdf-edit-child.ts')] : []),
  ],
}

/** A long document has hundreds of pages, and each page is opened again. */
const LIMITS = { wallMs: 120_000 }

/** OCR takes seconds per page. */
const OCR_LIMITS = { wallMs: 15 * 60_000 }

const family = 'document' as const
const from = ['pdf']

function readEntries(installed: Installed): CatalogEntry[] {
  const common = { family, engine: 'PDFium', from, kinds: ['pdf'], run: convertPdf } as const
  const conversions = Object.entries(TARGETS).map(([target, schema]) =>
    conversion({ ...common, target, schema, limits: target === 'md' ? LIMITS : {} }),
  )
  const documents = documentEntries(installed)
  const others = [
    operation({
      ...common,
      operation: 'inspect',
      label: 'Inspect',
      to: ['json'],
      schema: PDF_INSPECT_OPTIONS,
    }),
    operation({
      ...common,
      operation: 'thumbnail',
      label: 'Thumbnail',
      to: ['webp'],
      schema: PAGE_THUMBNAIL_OPTIONS,
    }),
    ...['png', 'jpg'].map((target) =>
      operation({
        ...common,
        operation: 'extract_images',
        label: `Extract images as ${target.toUpperCase()}`,
        to: [target],
        schema: PDF_TEXT_OPTIONS,
      }),
    ),
  ]
  return [...conversions, ...documents, ...others]
}

function documentEntries(installed: Installed): CatalogEntry[] {
  const ocr = ocrIsHere(installed)
  const office = textOffice(installed)
  const languages = ocr ? ocrLanguages(installed) : []
  const job = documentJob({ office: office?.child ?? null, ocr })
  return DOCUMENTS.flatMap((target) => {
    const second = target === 'docx' ? null : secondStep(target, installed, office)
    if (second === undefined) return []
    return [
      conversion({
        family,
        from,
        engine: second ? `PDFium + ${second.engine}` : 'PDFium',
        // Includes OCR of scans, if available.
        features: [...(second ? officeFeatures(second.engine, 'text') : []), ...ocrFeatures(languages)],
        target,
        schema: documentOptions(
          second?.child === 'pandoc' ? WRITER_OPTIONS[WRITERS[target]?.group ?? 'none'] : WRITER_OPTIONS.none,
          languages,
        ),
        kinds: ['pdf', ...(second ? [second.child] : [])],
        ...(ocr ? { limits: OCR_LIMITS } : { limits: LIMITS }),
        run: job,
      }),
    ]
  })
}

/** Converts DOCX to the target; undefined if no installed engine can. */
function secondStep(target: string, installed: Installed, office: ReturnType<typeof textOffice>) {
  if (office && OFFICE_TARGETS.includes(target)) return { engine: office.name, child: office.child }
  return installed.has('pandoc') ? { engine: 'pandoc', child: 'pandoc' } : undefined
}

function editEntries(): CatalogEntry[] {
  const common = { family, from, to: ['pdf'], kinds: ['pdf-edit'], run: editPdf, limits: LIMITS } as const
  const engines: Readonly<Record<string, string>> = {
    watermark: 'pdf-lib + qpdf',
    page_numbers: 'pdf-lib + qpdf',
    flatten: 'PDFium',
    redact: 'PDFium + qpdf',
    crop_pages: 'PDFium',
  }
  const names = Object.keys(EDIT_OPTIONS) as (keyof typeof EDIT_OPTIONS)[]
  return [
    operation({
      ...common,
      operation: 'merge',
      label: 'Merge',
      engine: 'qpdf',
      from: ['pdf', ...MERGED_IMAGES],
      schema: MERGE_OPTIONS,
      minFiles: 2,
      maxFiles: 100,
    }),
    // Used by the dashboard's viewer; hidden from lists, since nobody writes these options by hand.
    operation({
      ...common,
      operation: 'form_fields',
      label: 'List form fields',
      engine: 'pdf-lib',
      to: ['json'],
      schema: FORM_FIELDS_OPTIONS,
    }),
    operation({
      ...common,
      operation: 'edit',
      label: 'Save edited PDF',
      engine: 'pdf-lib + qpdf + PDFium',
      from: ['pdf', ...INSERTED_IMAGES],
      schema: SAVE_OPTIONS,
      maxFiles: 100,
    }),
    // A dry run of the same operation.
    operation({
      ...common,
      operation: 'edit_check',
      label: 'Check edits',
      engine: 'pdf-lib + qpdf + PDFium',
      from: ['pdf', ...INSERTED_IMAGES],
      to: ['json'],
      schema: SAVE_OPTIONS,
      maxFiles: 100,
    }),
    // Used when all recipients of a signature request have signed.
    operation({
      ...common,
      operation: 'seal',
      label: 'Prepare for sealing',
      engine: 'pdf-lib + qpdf + PDFium',
      from: ['pdf', ...SEALED_IMAGES],
      schema: SEAL_OPTIONS,
      maxFiles: SEALED_FILES,
    }),
    operation({ ...common, operation: 'split', label: 'Split', engine: 'qpdf', schema: SPLIT_OPTIONS }),
    ...names.map((name) =>
      operation({
        ...common,
        operation: name,
        label: EDIT_LABELS[name],
        engine: engines[name] ?? 'qpdf',
        schema: EDIT_OPTIONS[name],
      }),
    ),
  ]
}
