import { workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion, operation } from '../../kernel/entry.ts'
import {
  type CatalogEntry,
  type Engine,
  type EngineModule,
  hasFeature,
  type Installed,
} from '../../kernel/module.ts'
import { PAGE_THUMBNAIL_OPTIONS } from '../../kernel/thumbnail-size.ts'
import { WRITERS } from '../document/formats.ts'
import { WRITER_OPTIONS } from '../document/options.ts'
import { PDF_LOSSY_OPTIONS, PDF_PNG_OPTIONS } from '../pdf/options.ts'
import { MODERN, officeJobs } from './convert.ts'
import { formatsOf, KINDS, type Kind } from './filters.ts'
import { CSV_OPTIONS, NO_OPTIONS, OFFICE_PDF_OPTIONS, SHEET_PDF_OPTIONS } from './options.ts'
import { findOffice } from './program.ts'
import { WASM_PACKAGE, WASM_SUPPORTED_UNTIL, WASM_VERSION, wasmFolder } from './wasm-package.ts'

/** The LibreOffice that converts, and its kind of child. */
interface Program {
  name: string
  child: 'office' | 'office-wasm'
}

const NATIVE: Program = { name: 'LibreOffice', child: 'office' }
const WASM: Program = { name: 'LibreOffice (WebAssembly)', child: 'office-wasm' }
const family = 'document'
const MEGABYTE = 1024 * 1024
/** Measured: 0.55 GB after the start, 0.75 GB after many documents. */
const WASM_BYTES = 800 * MEGABYTE

const libreOffice: Engine = {
  name: NATIVE.name,
  family,
  licence: 'MPL-2.0',
  adds: 'office documents as PDF with their layout, into one another, and the old binary ones at all',
  install: 'apt install libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui',
  system: true,
  find: () => {
    const office = findOffice()
    return office && { ...office, features: office.kinds }
  },
}

const wasmLibreOffice: Engine = {
  name: WASM.name,
  family,
  licence: 'MPL-2.0',
  adds: 'the same without a program of the system’s, at the cost of memory',
  install: `npm install ${WASM_PACKAGE}`,
  system: false,
  memoryBytes: WASM_BYTES,
  supportedUntil: WASM_SUPPORTED_UNTIL,
  find: () => (wasmFolder() ? { version: WASM_VERSION } : null),
}

export const officeEngines: EngineModule = {
  engines: [libreOffice, wasmLibreOffice],

  entries: (installed) =>
    KINDS.flatMap((kind) => {
      const program = programFor(kind, installed)
      if (!program) return []
      return [...ownEntries(kind, program), ...(installed.has('pandoc') ? throughPandoc(kind, program) : [])]
    }),

  workerPrograms: (installed) => [
    ...(works(NATIVE, installed)
      ? [
          {
            ...workerProgramAt(NATIVE.child, 'office', 'office-child.ts'),
            spawns: true,
            keeps: true,
            expectedBytes: 350 * MEGABYTE,
            // It uses a third of a gigabyte at rest and grows with each document.
            limits: { memoryBytes: 1536 * MEGABYTE, jobsPerChild: 50 },
          },
        ]
      : []),
    ...(works(WASM, installed)
      ? [
          {
            ...workerProgramAt(WASM.child, 'office', 'wasm-office-child.ts'),
            threads: true,
            onDemand: true,
            expectedBytes: WASM_BYTES,
            // Each thread reserves address space for code, and a document with a chart starts more
            // threads. With 2.5 GB, 2 of 60 failed.
            reservedBytes: 6144 * MEGABYTE,
            limits: { memoryBytes: 2048 * MEGABYTE, jobsPerChild: 50 },
          },
        ]
      : []),
  ],
}

const works = ({ name }: Program, installed: Installed) =>
  [name, 'PDFium', 'sharp'].every((one) => installed.has(one))

/** The converter of text documents; null without an office engine. */
export const textOffice = (installed: Installed): Program | null => programFor('text', installed)

/** The system's LibreOffice if it has this kind, otherwise the npm package. */
function programFor(kind: Kind, installed: Installed): Program | null {
  if (works(NATIVE, installed) && hasFeature(installed, NATIVE.name, kind)) return NATIVE
  return works(WASM, installed) ? WASM : null
}

/** The system's LibreOffice has separate features, the npm package doesn't. */
export const officeFeatures = (name: string, kind: Kind): string[] =>
  name === NATIVE.name ? [`${name} ${kind}`] : []

function ownEntries(kind: Kind, { name, child }: Program): CatalogEntry[] {
  const formats = formatsOf(kind)
  const { convertOffice, drawOffice, drawPages } = officeJobs(child)
  const shared = { family, from: formats, features: officeFeatures(name, kind) } as const
  const common = { ...shared, engine: name, kinds: [child], run: convertOffice } as const
  const pages = { ...shared, engine: `${name} + PDFium`, kinds: [child, 'pdf'] } as const
  const tables = kind === 'sheet' ? ['csv'] : []
  return [
    conversion({
      ...common,
      target: 'pdf',
      schema: kind === 'sheet' ? SHEET_PDF_OPTIONS : OFFICE_PDF_OPTIONS,
    }),
    ...formats.map((target) =>
      conversion({
        ...common,
        from: [...formats, ...tables].filter((format) => format !== target),
        target,
        schema: NO_OPTIONS,
      }),
    ),
    ...tables.map((target) => conversion({ ...common, target, schema: CSV_OPTIONS })),
    conversion({ ...pages, target: 'png', schema: PDF_PNG_OPTIONS, run: drawPages }),
    conversion({ ...pages, target: 'jpg', schema: PDF_LOSSY_OPTIONS, run: drawPages }),
    operation({
      ...common,
      operation: 'thumbnail',
      label: 'First page as image',
      to: ['webp'],
      schema: PAGE_THUMBNAIL_OPTIONS,
      run: drawOffice,
    }),
  ]
}

/** pandoc can't read these formats; the modern format of their kind is used instead. */
const UNREAD: Record<Kind, string[]> = { text: ['doc'], sheet: ['xls'], slides: ['ppt'] }

function throughPandoc(kind: Kind, { name, child }: Program): CatalogEntry[] {
  return Object.entries(WRITERS)
    .filter(([target]) => target !== MODERN[kind])
    .map(([target, { group }]) =>
      conversion({
        family,
        engine: `${name} + pandoc`,
        features: officeFeatures(name, kind),
        from: UNREAD[kind],
        target,
        schema: WRITER_OPTIONS[group],
        kinds: [child, 'pandoc'],
        run: officeJobs(child).convertThroughOffice,
      }),
    )
}
