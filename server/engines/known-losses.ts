import { formatsOf } from './families/office/filters.ts'
import type { Operation } from './kernel/engine.ts'
import { type Sentence, sentence } from './kernel/sentence.ts'

const TEXTS = formatsOf('text')
const SHEETS = formatsOf('sheet')
const SLIDES = formatsOf('slides')
const OFFICE = [...TEXTS, ...SHEETS, ...SLIDES]
const PAGES = ['pdf', 'png', 'jpg', 'webp']
/** Formats without images and tables. */
const PLAIN = ['txt', 'ansi']

interface Rule {
  from: readonly string[]
  /** Targets; all targets of the operation if omitted. */
  to?: readonly string[]
  /** Matches the engine's name. */
  engine?: RegExp
  losses: readonly Sentence[]
}

const MACROS = sentence`Macros are removed.`
const NO_LAYOUT = sentence`Layout and fonts are not kept.`
const CHARTS = sentence`Charts become tables.`

/**
 * Inherent losses of conversions. The first matching rule applies, so specific rules come before
 * general ones.
 */
const RULES: readonly Rule[] = [
  {
    from: SHEETS,
    to: ['csv'],
    losses: [sentence`Formulas become their values.`, sentence`Formats, charts and images are not kept.`],
  },
  {
    from: TEXTS,
    to: PAGES,
    engine: /LibreOffice/,
    losses: [sentence`Comments and hidden text are not shown.`],
  },
  {
    from: SHEETS,
    to: PAGES,
    engine: /LibreOffice/,
    losses: [sentence`Comments, hidden sheets and hidden cells are not shown.`],
  },
  {
    from: SLIDES,
    to: PAGES,
    engine: /LibreOffice/,
    losses: [sentence`Animations, videos, notes and hidden slides are not shown.`],
  },
  { from: OFFICE, to: PAGES, engine: /Typst/, losses: [NO_LAYOUT, CHARTS] },
  { from: ['rtf'], engine: /pandoc/, losses: [NO_LAYOUT] },
  { from: SHEETS, engine: /pandoc/, losses: [sentence`Formulas become their values.`, CHARTS] },
  { from: [...TEXTS, ...SLIDES], engine: /pandoc/, losses: [NO_LAYOUT, CHARTS] },
  { from: OFFICE, to: OFFICE, losses: [MACROS] },
  {
    from: ['html'],
    to: ['pdf'],
    engine: /Chromium/,
    losses: [sentence`Scripts do not run, and nothing is loaded from the internet.`],
  },
  { from: ['pages', 'numbers', 'key'], losses: [sentence`Only the preview inside the file is converted.`] },
  { from: ['html', 'epub'], to: ['pdf'], losses: [sentence`Styles of the file are not applied.`] },
  { from: ['pdf'], to: ['txt', 'md'], losses: [sentence`Images and layout are not kept.`] },
  { from: ['pdf'], to: ['html', 'epub'], losses: [sentence`Layout of the pages is not kept.`] },
  { from: ['pdf'], to: TEXTS, losses: [sentence`Layout is rebuilt from the pages and may differ.`] },
  {
    from: ['html', 'epub', 'md', 'gfm', 'latex', 'ipynb'],
    to: PLAIN,
    losses: [sentence`Images and styles are not kept.`],
  },
]

/**
 * Sentences about what a conversion from a format always loses; empty for operations other than
 * `convert`.
 */
export function knownLosses({ operation, engine, to }: Operation, source: string): Sentence[] {
  if (operation !== 'convert') return []
  const [target = ''] = to
  const rule = RULES.find(
    (one) =>
      one.from.includes(source) && (one.to?.includes(target) ?? true) && (one.engine?.test(engine) ?? true),
  )
  return [...(rule?.losses ?? [])]
}
