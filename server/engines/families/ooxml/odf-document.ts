import { posix } from 'node:path'
import { encrypted } from '../../kernel/source/zip.ts'
import type { Chart } from './chart.ts'
import type { Losses } from './losses.ts'
import { odfText } from './odf-text.ts'
import type { OfficePackage } from './office-package.ts'
import { PackageImages } from './package-images.ts'
import { CellBudget } from './sheet-grid.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, elementsOf, firstOf, outermost } from './xml-tree.ts'

/** The content of an OpenDocument frame. */
export type FrameContent =
  | { kind: 'text'; blocks: XmlElement }
  | { kind: 'chart'; chart: Chart }
  | { kind: 'formula' }
  | { kind: 'image'; href: string }
  | { kind: 'none' }

/** An OpenDocument package with data shared by its readers. */
export class OdfDocument {
  readonly source: OfficePackage
  readonly losses: Losses
  readonly content: XmlElement | undefined
  readonly styles: XmlElement | undefined
  readonly images: PackageImages
  readonly cells = new CellBudget()
  readonly #hidden: ReadonlySet<string>

  constructor(source: OfficePackage, losses: Losses) {
    this.source = source
    this.losses = losses
    this.images = new PackageImages(source)
    const manifest = source.optionalPart('META-INF/manifest.xml') ?? undefined
    if (firstOf(manifest, 'manifest:encryption-data')) throw encrypted()
    this.content = source.part('content.xml') ?? undefined
    this.styles = source.optionalPart('styles.xml') ?? undefined
    this.#hidden = hiddenStyles(this.content, this.styles)
  }

  /** Whether an element's style hides it. */
  isHidden({ attributes }: XmlElement): boolean {
    return ['text:style-name', 'table:style-name', 'draw:style-name'].some((name) =>
      this.#hidden.has(attributes[name] ?? ''),
    )
  }

  /** The first supported content of a frame; the rest are alternatives for other programs. */
  frame(frame: XmlElement): FrameContent {
    for (const child of childrenOf(frame)) {
      if (child.name === 'draw:text-box') return { kind: 'text', blocks: child }
      if (child.name === 'draw:object' || child.name === 'draw:object-ole') return this.#object(child, frame)
      if (child.name === 'draw:plugin' || child.name === 'draw:applet') this.losses.add('media')
      if (child.name === 'draw:image') return this.#image(child)
    }
    return { kind: 'none' }
  }

  #object(object: XmlElement, frame: XmlElement): FrameContent {
    const folder = posix.join('/', object.attributes['xlink:href'] ?? '').slice(1)
    const root = folder === '' ? null : this.source.optionalPart(`${folder}/content.xml`)
    const chart = firstOf(root ?? undefined, 'chart:chart')
    if (chart) {
      this.losses.add('charts')
      return { kind: 'chart', chart: odfChart(chart) }
    }
    if (root?.name.endsWith('MathML}math')) return { kind: 'formula' }
    const image = childAt(frame, 'draw:image')
    const preview: FrameContent = image ? this.#image(image) : { kind: 'none' }
    this.losses.add(preview.kind === 'image' ? 'embedded' : 'embeddedLost')
    return preview
  }

  #image(image: XmlElement): FrameContent {
    const href = image.attributes['xlink:href'] ?? ''
    if (href === '') return { kind: 'none' }
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
      this.losses.add('linkedImages')
      return { kind: 'none' }
    }
    return { kind: 'image', href: posix.join('/', href).slice(1) }
  }
}

/** Names of styles with hidden text, tables or slides. */
function hiddenStyles(...parts: (XmlElement | undefined)[]): Set<string> {
  const hidden = new Set<string>()
  for (const part of parts) {
    for (const style of outermost(part, 'style:style')) {
      const isHidden = childrenOf(style).some(
        ({ attributes }) =>
          attributes['text:display'] === 'none' ||
          attributes['table:display'] === 'false' ||
          attributes['presentation:visibility'] === 'hidden',
      )
      if (isHidden) hidden.add(style.attributes['style:name'] ?? '')
    }
  }
  return hidden
}

function odfChart(chart: XmlElement): Chart {
  const titleOf = (parent: XmlElement) => childrenOf(parent, 'text:p').map(odfText).join(' ').trim()
  const [title = '', ...labels] = [...elementsOf(chart)]
    .filter(({ name }) => ['chart:title', 'chart:subtitle', 'chart:footer'].includes(name))
    .map(titleOf)
  const tables = outermost(chart, 'table:table').map((table) =>
    outermost(table, 'table:table-row').map((row) =>
      outermost(row, 'table:table-cell').map((cell) => {
        const text = outermost(cell, 'text:p').map(odfText).join(' ')
        // A point without a value.
        return text === 'NaN' ? '' : text
      }),
    ),
  )
  const filled = tables.map(rectangular).filter((rows) => rows.length > 0)
  return { title, tables: filled, labels: labels.filter((label) => label !== '') }
}

function rectangular(rows: string[][]): string[][] {
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0)
  return rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => '')])
}
