import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion, operation } from '../../kernel/entry.ts'
import type { CatalogEntry, Engine, EngineModule, Installed } from '../../kernel/module.ts'
import { packageFolder } from '../../kernel/packages.ts'
import { fontConverter } from './convert.ts'
import { BITMAP_SOURCES, BITMAPS, FORGE_SOURCES, FORGE_TARGETS } from './fontforge-formats.ts'
import {
  BITMAP_OPTIONS,
  COLLECTION_OPTIONS,
  FONT_OPTIONS,
  NO_OPTIONS,
  SUBSET_OPTIONS,
  THUMBNAIL_OPTIONS,
} from './options.ts'

const FONTFORGE = '/usr/bin/fontforge'

const fontforge: Engine = {
  name: 'FontForge',
  family: 'font',
  licence: 'GPL-3.0-or-later',
  adds: 'Type 1, UFO, SFD and bitmap fonts in and out, and SVG, Type 42 and CFF fonts in',
  install: 'apt install fontforge-nox',
  system: true,
  find() {
    if (!existsSync(FONTFORGE)) return null
    const { stdout } = spawnSync(FONTFORGE, ['-version'], { encoding: 'utf8', timeout: 5000, env: {} })
    return { version: /fontforge (\d+)/.exec(stdout ?? '')?.[1] ?? null, path: FONTFORGE }
  },
}

/** Formats that wrap the tables of one font, and those that hold several. */
const SINGLES = ['ttf', 'otf', 'woff', 'woff2', 'eot']
const COLLECTIONS = ['ttc', 'otc', 'dfont']
const TARGETS = [...SINGLES, 'svgfont', ...COLLECTIONS, 't42', 'cff']
const SUBSETS = ['ttf', 'otf', 'woff', 'woff2']

const ours = (installed: Installed) => installed.has('HarfBuzz') && installed.has('wawoff2')

export const fontEngines: EngineModule = {
  engines: [
    npmPackage('harfbuzzjs', {
      name: 'HarfBuzz',
      family: 'font',
      licence: 'MIT',
      adds: 'fonts of the web and the desktop into one another, subsets, and reports on fonts',
    }),
    npmPackage('wawoff2', {
      name: 'wawoff2',
      family: 'font',
      licence: 'MIT',
      adds: 'WOFF2, packed and unpacked',
    }),
    fontforge,
  ],

  entries(installed) {
    if (!ours(installed) || !packageFolder('subset-font')) return []
    const forge = installed.get('FontForge') ?? null
    const run = fontConverter(forge)
    return [
      ...ownEntries(run),
      ...(forge ? forgeEntries(run) : []),
      ...(installed.has('sharp') ? specimens(run, forge !== null) : []),
    ]
  },

  workerPrograms: (installed) => [
    ...(ours(installed) ? [workerProgramAt('font', 'font', 'font-child.ts')] : []),
    ...(ours(installed) && installed.has('FontForge')
      ? [{ ...workerProgramAt('fontforge', 'font', 'fontforge-child.ts'), spawns: true }]
      : []),
  ],
}

function ownEntries(run: CatalogEntry['run']): CatalogEntry[] {
  const family = 'font'
  const engine = 'HarfBuzz'
  const kinds = ['font']
  const entries = TARGETS.flatMap((target) => {
    const others = (format: string) => format !== target
    const common = { family, engine, target, kinds, run } as const
    return [
      conversion({ ...common, from: SINGLES.filter(others), schema: FONT_OPTIONS }),
      conversion({ ...common, from: COLLECTIONS.filter(others), schema: COLLECTION_OPTIONS }),
    ]
  })
  const subsets = SUBSETS.map((format) =>
    operation({
      operation: 'subset',
      label: 'Create subset',
      family,
      engine,
      from: [format],
      to: [format],
      schema: SUBSET_OPTIONS,
      kinds,
      run,
    }),
  )
  const inspect = operation({
    operation: 'inspect',
    label: 'Inspect',
    family,
    engine,
    from: [...SINGLES, ...COLLECTIONS],
    to: ['json'],
    schema: NO_OPTIONS,
    kinds,
    run,
  })
  return [...entries, ...subsets, inspect]
}

function specimens(run: CatalogEntry['run'], forge: boolean): CatalogEntry[] {
  const common = {
    operation: 'thumbnail',
    label: 'Create specimen',
    family: 'font',
    to: ['webp'],
    schema: THUMBNAIL_OPTIONS,
    run,
  } as const
  return [
    operation({ ...common, engine: 'HarfBuzz', from: [...SINGLES, ...COLLECTIONS], kinds: ['font'] }),
    ...(forge
      ? [operation({ ...common, engine: 'FontForge', from: FORGE_SOURCES, kinds: ['font', 'fontforge'] })]
      : []),
  ]
}

function forgeEntries(run: CatalogEntry['run']): CatalogEntry[] {
  const family = 'font'
  const engine = 'FontForge'
  const kinds = ['font', 'fontforge']
  const from = [...SINGLES, ...FORGE_SOURCES]
  const common = { family, engine, kinds, run } as const
  const targets = [...TARGETS, ...FORGE_TARGETS].map((target) =>
    conversion({
      ...common,
      from: (FORGE_TARGETS.includes(target) ? from : FORGE_SOURCES).filter((format) => format !== target),
      target,
      schema: FONT_OPTIONS,
    }),
  )
  const bitmaps = BITMAPS.flatMap((target) => [
    conversion({
      ...common,
      from: from.filter((format) => format !== 'svgfont'),
      target,
      schema: BITMAP_OPTIONS,
    }),
    conversion({
      ...common,
      from: BITMAP_SOURCES.filter((format) => format !== target),
      target,
      schema: NO_OPTIONS,
    }),
  ])
  const saved = conversion({ ...common, from: BITMAP_SOURCES, target: 'sfd', schema: NO_OPTIONS })
  const inspect = operation({
    ...common,
    operation: 'inspect',
    label: 'Inspect',
    from: FORGE_SOURCES,
    to: ['json'],
    schema: NO_OPTIONS,
  })
  return [...targets, ...bitmaps, saved, inspect]
}
