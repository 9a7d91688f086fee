import { paragraphText } from './drawing-text.ts'
import { formatNumber } from './number-format.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, elementsOf, outermost, textOf } from './xml-tree.ts'

export interface Chart {
  title: string
  /** Rows of texts; the first one has the names of the series. */
  tables: string[][][]
  /** Axis titles and data point labels with custom text. */
  labels: string[]
}

/** A chart's content from its cached values; null if it is empty. */
export function readChart(root: XmlElement): Chart | null {
  const chart = root.name === 'cx:chartSpace' ? extendedChart(root) : plainChart(childAt(root, 'c:chart'))
  return chart.title === '' && chart.tables.length === 0 && chart.labels.length === 0 ? null : chart
}

function plainChart(chart: XmlElement | undefined): Chart {
  const plot = childAt(chart, 'c:plotArea')
  const titles = outermost(plot, 'c:title').map(labelOf)
  const labels = [...elementsOf(plot)].filter(({ name }) => name === 'c:dLbl').map(labelOf)
  return {
    title: labelOf(childAt(chart, 'c:title')),
    tables: tablesOf(outermost(plot, 'c:ser').map(seriesOf)),
    labels: [...titles, ...labels].filter((label) => label !== ''),
  }
}

function labelOf(parent: XmlElement | undefined): string {
  const rich = childAt(parent, 'c:tx', 'c:rich')
  return rich
    ? childrenOf(rich, 'a:p').map(paragraphText).join(' ').trim()
    : pointsOf(childAt(parent, 'c:tx')).join(' ')
}

interface Series {
  name: string
  categories: string[]
  columns: string[][]
}

function seriesOf(series: XmlElement): Series {
  const name = childAt(series, 'c:tx', 'c:v')
  const columns = ['c:val', 'c:yVal', 'c:bubbleSize'].map((values) => pointsOf(childAt(series, values)))
  return {
    name: name ? textOf(name) : pointsOf(childAt(series, 'c:tx')).join(' '),
    categories: pointsOf(childAt(series, 'c:cat') ?? childAt(series, 'c:xVal')),
    columns: columns.filter((column) => column.length > 0),
  }
}

/** Series with the same categories share a table. */
function tablesOf(series: readonly Series[]): string[][][] {
  const groups = new Map<string, Series[]>()
  for (const one of series) {
    const key = JSON.stringify(one.categories)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map((group) => {
    const columns = group.flatMap(({ name, columns }) =>
      (columns.length > 0 ? columns : [[]]).map((values, index) => ({
        name: index === 0 ? name : '',
        values,
      })),
    )
    const categories = group[0]?.categories ?? []
    const length = columns.reduce((most, { values }) => Math.max(most, values.length), categories.length)
    const rows = Array.from({ length }, (_, index) => [
      categories[index] ?? '',
      ...columns.map(({ values }) => values[index] ?? ''),
    ])
    return [['', ...columns.map(({ name }) => name)], ...rows]
  })
}

/** More points than a chart can show; a higher index is hostile. */
const MAX_POINTS = 100_000

/** The cached points below an element; joins the levels of multi-level categories. */
function pointsOf(parent: XmlElement | undefined): string[] {
  const points: string[] = []
  const levels = outermost(parent, 'c:lvl')
  for (const level of levels.length > 0 ? levels.reverse() : [parent]) {
    const [pattern] = outermost(level, 'c:formatCode').map(textOf)
    for (const point of outermost(level, 'c:pt')) {
      const index = Number(point.attributes.idx)
      if (!(index >= 0 && index < MAX_POINTS)) continue
      const value = textOf(childAt(point, 'c:v'))
      const own = point.attributes.formatCode ?? pattern ?? ''
      const text = own === '' ? value : formatted(value, own)
      points[index] = points[index] ? `${points[index]} ${text}` : text
    }
  }
  return Array.from(points, (text) => text ?? '')
}

const formatted = (value: string, pattern: string) =>
  value.trim() === '' || !Number.isFinite(Number(value)) ? value : formatNumber(Number(value), pattern)

/**
 * Extended charts of Office 2016 (waterfall, funnel and others) store each data dimension as a
 * column.
 */
function extendedChart(root: XmlElement): Chart {
  const columns = outermost(root, 'cx:strDim', 'cx:numDim').flatMap((dimension) =>
    outermost(dimension, 'cx:lvl').map((level) =>
      childrenOf(level, 'cx:pt').map((point) => formatted(textOf(point), level.attributes.formatCode ?? '')),
    ),
  )
  const names = outermost(root, 'cx:series').map((series) =>
    textOf(childAt(series, 'cx:tx', 'cx:txData', 'cx:v')),
  )
  const length = columns.reduce((most, column) => Math.max(most, column.length), 0)
  const rows = Array.from({ length }, (_, index) => columns.map((column) => column[index] ?? ''))
  const head = columns.map((_, index) => names[index - (columns.length - names.length)] ?? '')
  const titles = outermost(root, 'cx:title').map((title) =>
    outermost(title, 'a:p').map(paragraphText).join(' ').trim(),
  )
  return {
    title: titles[0] ?? '',
    tables: rows.length > 0 ? [[head, ...rows]] : [],
    labels: titles.slice(1).filter((title) => title !== ''),
  }
}
