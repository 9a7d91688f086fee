import { type Block, header, image, nestedList, para, styled, textTable, words } from './ast.ts'
import { type Chart, readChart } from './chart.ts'
import { type DiagramItem, readDiagram } from './diagram.ts'
import type { Losses } from './losses.ts'
import type { OfficePackage, Relation } from './office-package.ts'
import { PackageImages } from './package-images.ts'
import { CellBudget } from './sheet-grid.ts'

/** An OOXML part with its relationships. */
export interface Scope {
  reader: OfficeReader
  relations: Map<string, Relation>
}

/** Shared state of the OOXML readers: the package, the losses, and the images for pandoc. */
export class OfficeReader {
  readonly source: OfficePackage
  readonly losses: Losses
  readonly images: PackageImages
  readonly cells = new CellBudget()

  constructor(source: OfficePackage, losses: Losses) {
    this.source = source
    this.losses = losses
    this.images = new PackageImages(source)
  }

  scope(part: string): Scope {
    return { reader: this, relations: this.source.relations(part) }
  }

  /** Reads and counts the chart of a relationship. */
  chart(relation: Relation | undefined): Chart | null {
    const root = relation && !relation.external ? this.source.optionalPart(relation.target) : null
    const chart = root && readChart(root)
    this.losses.add(chart ? 'charts' : 'chartsUnread')
    return chart
  }

  /** Reads and counts the diagram of a data relationship. */
  diagram(relation: Relation | undefined): DiagramItem[] {
    const root = relation && !relation.external ? this.source.optionalPart(relation.target) : null
    const items = root ? readDiagram(root) : []
    this.losses.add('diagrams')
    return items
  }

  /** The image's file name for pandoc; null if the package lacks it. */
  image(relation: Relation | undefined): string | null {
    if (!relation) return null
    if (relation.external) {
      this.losses.add('linkedImages')
      return null
    }
    return this.images.add(relation.target)
  }
}

/** A chart as tables after its title; axes and labels follow. */
export function chartBlocks({ title, tables, labels }: Chart): Block[] {
  const [first, ...rest] = tables
  return [
    ...(first ? [textTable(first, title)] : [para([styled('Strong', words(title))])]),
    ...rest.map((rows) => textTable(rows)),
    ...labels.map((label) => para(words(label))),
  ]
}

export const diagramBlocks = (items: readonly DiagramItem[]): Block[] =>
  items.length > 0 ? [nestedList(items.map(({ level, text }) => ({ level, content: words(text) })))] : []

export const imageBlock = (name: string, description: string): Block => para([image(name, description)])

export const heading = (level: number, text: string): Block => header(level, words(text))
