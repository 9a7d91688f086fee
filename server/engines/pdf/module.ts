import { WRITERS } from '../document/formats.ts'
import { WRITER_OPTIONS } from '../document/options.ts'
import { npmPackage, programmeAt } from '../engine-package.ts'
import { conversion, operation } from '../entry.ts'
import type { CatalogEntry, EngineModule, Installed } from '../module.ts'
import { packageFolder } from '../packages.ts'
import { PAGE_PICTURE_OPTIONS } from '../picture-size.ts'
import { convertPdf, rewriteDocument } from './convert.ts'
import { editPdf, MERGED_PICTURES, PUT_PICTURES, SEALED_PICTURES } from './edit.ts'
import {
  EDIT_LABELS,
  EDIT_OPTIONS,
  FORM_FIELDS_OPTIONS,
  MERGE_OPTIONS,
  SAVE_OPTIONS,
  SPLIT_OPTIONS,
} from './edit-options.ts'
import {
  PDF_INSPECT_OPTIONS,
  PDF_LOSSY_OPTIONS,
  PDF_PNG_OPTIONS,
  PDF_TEXT_OPTIONS,
  withPages,
} from './options.ts'
import { SEAL_OPTIONS, SEALED_FILES } from './seal/options.ts'

const TARGETS = {
  txt: PDF_TEXT_OPTIONS,
  md: PDF_TEXT_OPTIONS,
  png: PDF_PNG_OPTIONS,
  jpg: PDF_LOSSY_OPTIONS,
  webp: PDF_LOSSY_OPTIONS,
}

/** Documents that can be edited, made of a PDF's text. */
const DOCUMENTS = ['docx', 'html', 'odt', 'rtf', 'epub']

const reads = (installed: Installed) => installed.has('PDFium') && installed.has('sharp')
const edits = (installed: Installed) =>
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
      adds: 'PDF into text and pictures, redaction, and the check of every PDF that is made',
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
      adds: 'forms read and filled in, marks, watermarks, page numbers, and pictures as pages of a PDF',
    }),
  ],

  entries: (installed) => [
    ...(reads(installed) ? readEntries(installed) : []),
    ...(edits(installed) ? editEntries() : []),
  ],

  programmes: (installed) => [
    ...(reads(installed) ? [programmeAt('pdf', 'pdf', 'pdf-child.ts')] : []),
    ...(edits(installed) ? [programmeAt('pdf-edit', 'pdf', 'pdf-edit-child.ts')] : []),
  ],
}

/** A long document has hundreds of pages, and each is opened again. */
const LIMITS = { wallMs: 120_000 }

const family = 'document' as const
const from = ['pdf']

function readEntries(installed: Installed): CatalogEntry[] {
  const common = { family, engine: 'PDFium', from, kinds: ['pdf'], run: convertPdf } as const
  const conversions = Object.entries(TARGETS).map(([target, schema]) =>
    conversion({ ...common, target, schema }),
  )
  const documents = installed.has('pandoc')
    ? DOCUMENTS.map((target) =>
        conversion({
          ...common,
          engine: 'PDFium + pandoc',
          target,
          schema: withPages(WRITER_OPTIONS[WRITERS[target]?.group ?? 'none']),
          kinds: ['pdf', 'pandoc'],
          run: rewriteDocument,
        }),
      )
    : []
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
      schema: PAGE_PICTURE_OPTIONS,
    }),
    ...['png', 'jpg'].map((target) =>
      operation({
        ...common,
        operation: 'extract_images',
        label: `Extract pictures as ${target.toUpperCase()}`,
        to: [target],
        schema: PDF_TEXT_OPTIONS,
      }),
    ),
  ]
  return [...conversions, ...documents, ...others]
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
      from: ['pdf', ...MERGED_PICTURES],
      schema: MERGE_OPTIONS,
      minFiles: 2,
      maxFiles: 100,
    }),
    // What the viewer of the dashboard asks for; in no list, since nobody writes such options by hand.
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
      label: 'Save edits',
      engine: 'pdf-lib + qpdf + PDFium',
      from: ['pdf', ...PUT_PICTURES],
      schema: SAVE_OPTIONS,
      maxFiles: 100,
    }),
    // What a signing session asks for once all have signed.
    operation({
      ...common,
      operation: 'seal',
      label: 'Make ready for the seal',
      engine: 'pdf-lib + qpdf + PDFium',
      from: ['pdf', ...SEALED_PICTURES],
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
