import { numberText } from './number-text.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, elementsOf, isOn } from './xml-tree.ts'

interface Level {
  start: number
  format: string
  /** `%1` to `%9` are placeholders for the levels' numbers. */
  text: string
  /** The level whose items restart this one, counted from 1; 0 for never. */
  restart: number
  /** Whether all numbers are decimal. */
  legal: boolean
}

/** A numbered paragraph's list and level. */
interface Place {
  list: string
  level: number
}

interface List {
  definition: string
  levels: readonly Level[]
  /** Levels that restart on the first use of this list. */
  overridden: ReadonlyMap<number, number>
}

/** The label before a numbered paragraph. */
export interface Label {
  text: string
  heading: boolean
}

const LEVELS = 9
const MOST_STYLES = 20

/**
 * The labels that pandoc would lose: those of headings, and list labels with more than the item's
 * number ("Article 1", "1.2"). Bullets and plain numbers stay lists. Requires calls in document
 * order.
 */
export class WordNumbering {
  readonly #lists: ReadonlyMap<string, List>
  readonly #styles: ReadonlyMap<string, XmlElement>
  /** Definitions whose labels are written as text. */
  readonly #written = new Set<string>()
  readonly #counts = new Map<string, number[]>()
  readonly #begun = new Set<string>()

  constructor(body: XmlElement | undefined, numbering: XmlElement | null, styles: XmlElement | null) {
    this.#lists = listsOf(numbering ?? undefined)
    this.#styles = new Map(
      childrenOf(styles ?? undefined, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]),
    )
    for (const one of elementsOf(body)) {
      const place = one.name === 'w:p' && !this.#isHeading(one) ? this.#placeOf(one) : null
      const list = place && this.#lists.get(place.list)
      if (place && list && !isPlain(list.levels[place.level], place.level)) this.#written.add(list.definition)
    }
  }

  /** Counts a paragraph and returns its label to write as text, or null. */
  label(paragraph: XmlElement): Label | null {
    const place = this.#placeOf(paragraph)
    const list = place && this.#lists.get(place.list)
    if (!place || !list) return null
    const text = this.#next(place, list)
    const heading = this.#isHeading(paragraph)
    return this.#written.has(list.definition) || heading ? { text, heading } : null
  }

  #next({ list: id, level }: Place, { definition, levels, overridden }: List): string {
    const counts = this.#counts.get(definition) ?? levels.map(({ start }) => start - 1)
    this.#counts.set(definition, counts)
    if (!this.#begun.has(id)) {
      this.#begun.add(id)
      for (const [one, start] of overridden) counts[one] = start - 1
    }
    counts[level] = (counts[level] ?? 0) + 1
    for (const [deeper, { restart, start }] of levels.entries())
      if (deeper > level && restart > level) counts[deeper] = start - 1
    const { text = '', legal = false } = levels[level] ?? {}
    return text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const format = legal ? 'decimal' : (levels[at]?.format ?? 'decimal')
      // A level without a previous item counts as its first.
      return numberText(Math.max(counts[at] ?? 1, levels[at]?.start ?? 1), format)
    })
  }

  #placeOf(paragraph: XmlElement): Place | null {
    const properties = childAt(paragraph, 'w:pPr')
    const styles = this.#stylesOf(properties)
    const all = [properties, ...styles.map((style) => childAt(style, 'w:pPr'))]
    const value = (name: string) =>
      all.map((one) => childAt(one, 'w:numPr', name)?.attributes['w:val']).find((one) => one !== undefined)
    const list = value('w:numId')
    if (list === undefined || !this.#lists.has(list)) return null
    const level = Number(value('w:ilvl') ?? 0)
    return Number.isInteger(level) && level >= 0 && level < LEVELS ? { list, level } : null
  }

  #isHeading(paragraph: XmlElement): boolean {
    return this.#stylesOf(childAt(paragraph, 'w:pPr')).some((style) =>
      /^heading [1-9]$/i.test(childAt(style, 'w:name')?.attributes['w:val'] ?? ''),
    )
  }

  /** The style of a paragraph and its ancestors. */
  #stylesOf(properties: XmlElement | undefined): XmlElement[] {
    const found: XmlElement[] = []
    let id = childAt(properties, 'w:pStyle')?.attributes['w:val']
    while (id !== undefined && found.length < MOST_STYLES) {
      const style = this.#styles.get(id)
      if (!style) break
      found.push(style)
      id = childAt(style, 'w:basedOn')?.attributes['w:val']
    }
    return found
  }
}

/** Whether pandoc's lists show the same label: a bullet, or only the item's number. */
function isPlain(level: Level | undefined, index: number): boolean {
  if (!level || level.format === 'bullet' || level.text === '') return true
  return level.format !== 'custom' && new RegExp(`^\\(?%${index + 1}[.)]?$`).test(level.text.trim())
}

function listsOf(numbering: XmlElement | undefined): Map<string, List> {
  const definitions = new Map(
    childrenOf(numbering, 'w:abstractNum').map((one) => [
      one.attributes['w:abstractNumId'] ?? '',
      levelsOf(one),
    ]),
  )
  return new Map(
    childrenOf(numbering, 'w:num').map((num) => {
      const definition = childAt(num, 'w:abstractNumId')?.attributes['w:val'] ?? ''
      const levels = [...(definitions.get(definition) ?? [])]
      const overridden = new Map<number, number>()
      for (const override of childrenOf(num, 'w:lvlOverride')) {
        const index = Number(override.attributes['w:ilvl'])
        const level = childAt(override, 'w:lvl')
        if (level && index in levels) levels[index] = levelOf(level, index)
        const start = childAt(override, 'w:startOverride')?.attributes['w:val']
        if (start !== undefined && index in levels) overridden.set(index, numberOf(start, 1))
      }
      return [num.attributes['w:numId'] ?? '', { definition, levels, overridden }]
    }),
  )
}

function levelsOf(definition: XmlElement): Level[] {
  const levels: Level[] = Array.from({ length: LEVELS }, (_, index) => levelOf(undefined, index))
  for (const level of childrenOf(definition, 'w:lvl')) {
    const index = Number(level.attributes['w:ilvl'])
    if (index in levels) levels[index] = levelOf(level, index)
  }
  return levels
}

function levelOf(level: XmlElement | undefined, index: number): Level {
  const value = (name: string) => childAt(level, name)?.attributes['w:val']
  return {
    start: numberOf(value('w:start'), 1),
    format: level ? formatOf(level) : 'bullet',
    text: value('w:lvlText') ?? '',
    restart: numberOf(value('w:lvlRestart'), index),
    legal: isOn(level, 'w:isLgl', 'w:val'),
  }
}

/** Newer formats are in `mc:AlternateContent`, which pandoc doesn't read. */
const formatOf = (level: XmlElement): string =>
  childAt(level, 'w:numFmt')?.attributes['w:val'] ??
  (childAt(level, 'mc:AlternateContent') ? 'custom' : 'decimal')

function numberOf(text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback)
  return Number.isInteger(value) && value >= 0 && value < 100_000 ? value : fallback
}
