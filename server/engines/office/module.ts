import { WRITERS } from '../document/formats.ts'
import { WRITER_OPTIONS } from '../document/options.ts'
import { programmeAt } from '../engine-package.ts'
import { conversion, operation } from '../entry.ts'
import type { CatalogEntry, Engine, EngineModule, Installed } from '../module.ts'
import { PDF_LOSSY_OPTIONS, PDF_PNG_OPTIONS } from '../pdf/options.ts'
import { PAGE_PICTURE_OPTIONS } from '../picture-size.ts'
import { convertOffice, convertThroughOffice, drawOffice, MODERN, picturePages } from './convert.ts'
import { formatsOf, KINDS, type Kind } from './filters.ts'
import { CSV_OPTIONS, NO_OPTIONS, OFFICE_PDF_OPTIONS, SHEET_PDF_OPTIONS } from './options.ts'
import { findOffice } from './program.ts'

const NAME = 'LibreOffice'
const family = 'document'
const MEGABYTE = 1024 * 1024

const libreOffice: Engine = {
  name: NAME,
  family,
  licence: 'MPL-2.0',
  adds: 'office documents as PDF with their layout, into one another, and the old binary ones at all',
  install: 'apt install libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui',
  system: true,
  find: findOffice,
}

export const officeEngines: EngineModule = {
  engines: [libreOffice],

  entries(installed) {
    if (!works(installed)) return []
    const kinds = findOffice()?.kinds ?? KINDS
    return kinds.flatMap((kind) => [
      ...ownEntries(kind),
      ...(installed.has('pandoc') ? throughPandoc(kind) : []),
    ])
  },

  programmes: (installed) =>
    works(installed)
      ? [
          {
            ...programmeAt('office', 'office', 'office-child.ts'),
            spawns: true,
            keeps: true,
            // At rest it takes a third of a gigabyte, and it grows with each document.
            limits: { memoryBytes: 1536 * MEGABYTE, jobsPerChild: 50 },
          },
        ]
      : [],
}

const works = (installed: Installed) => [NAME, 'PDFium', 'sharp'].every((name) => installed.has(name))

function ownEntries(kind: Kind): CatalogEntry[] {
  const formats = formatsOf(kind)
  const kinds = ['office']
  const common = { family, engine: NAME, from: formats, kinds, run: convertOffice } as const
  const pages = { family, engine: `${NAME} + PDFium`, from: formats, kinds: ['office', 'pdf'] } as const
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
    conversion({ ...pages, target: 'png', schema: PDF_PNG_OPTIONS, run: picturePages }),
    conversion({ ...pages, target: 'jpg', schema: PDF_LOSSY_OPTIONS, run: picturePages }),
    operation({
      ...common,
      operation: 'thumbnail',
      label: 'Picture of the first page',
      to: ['webp'],
      schema: PAGE_PICTURE_OPTIONS,
      run: drawOffice,
    }),
  ]
}

/** What pandoc does not read itself it reads in the modern form of its kind. */
const UNREAD: Record<Kind, string[]> = { text: ['doc'], sheet: ['xls'], slides: ['ppt'] }

function throughPandoc(kind: Kind): CatalogEntry[] {
  return Object.entries(WRITERS)
    .filter(([target]) => target !== MODERN[kind])
    .map(([target, { group }]) =>
      conversion({
        family,
        engine: `${NAME} + pandoc`,
        from: UNREAD[kind],
        target,
        schema: WRITER_OPTIONS[group],
        kinds: ['office', 'pandoc'],
        run: convertThroughOffice,
      }),
    )
}
