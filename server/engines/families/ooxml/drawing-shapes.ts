import { type Block, type Cell, type ListItem, nestedList, para, table } from './ast.ts'
import { paragraphInlines } from './drawing-text.ts'
import { chartBlocks, diagramBlocks, imageBlock, type Scope } from './office-reader.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, firstOf, isTrue, outermost } from './xml-tree.ts'

/** The placeholder type of a slide's shape; '' without one. */
export function placeholderOf(shape: XmlElement): string {
  const placeholder = firstOf(shape, 'p:ph')
  return placeholder ? (placeholder.attributes.type ?? 'obj') : ''
}

/** An element's local name: slides and sheets use the same shapes in different namespaces. */
const kindOf = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1)

/** The text and images of all shapes below an element in order, including groups. */
export function shapesBlocks(parent: XmlElement | undefined, scope: Scope): Block[] {
  return childrenOf(parent).flatMap((shape) => shapeBlocks(shape, scope))
}

export function shapeBlocks(shape: XmlElement, scope: Scope): Block[] {
  switch (kindOf(shape)) {
    case 'sp':
      return textBlocks(
        childrenOf(shape).find((child) => kindOf(child) === 'txBody'),
        scope,
        {
          listed: ['body', 'obj'].includes(placeholderOf(shape)),
        },
      )
    case 'grpSp':
      return shapesBlocks(shape, scope)
    case 'pic':
      return imageBlocks(shape, scope)
    case 'graphicFrame':
      return frameBlocks(shape, scope)
    case 'AlternateContent':
      return alternative(shape, scope)
    case 'contentPart':
      scope.reader.losses.add('drawings')
      return []
    default:
      return []
  }
}

/**
 * The first choice is for newer programs; the fallback has the same content, or a hint to upgrade.
 */
function alternative(shape: XmlElement, scope: Scope): Block[] {
  const choice = childAt(shape, 'mc:Choice')
  const known = outermost(choice, 'p:contentPart', 'xdr:contentPart').length === 0
  return shapesBlocks(known ? choice : childAt(shape, 'mc:Fallback'), scope)
}

/** The paragraphs of a text body; bulleted ones, or all if `listed`, become lists. */
export function textBlocks(
  body: XmlElement | undefined,
  scope: Scope,
  { listed = false }: { listed?: boolean } = {},
): Block[] {
  const blocks: Block[] = []
  let items: ListItem[] = []
  const endList = () => {
    if (items.length > 0) blocks.push(nestedList(items))
    items = []
  }
  for (const paragraph of childrenOf(body, 'a:p')) {
    const content = paragraphInlines(paragraph, scope.relations)
    if (!content.some(({ t }) => t !== 'Space' && t !== 'LineBreak')) continue
    const properties = childAt(paragraph, 'a:pPr')
    const bullet = childAt(properties, 'a:buChar') ?? childAt(properties, 'a:buAutoNum')
    if (bullet || (listed && !childAt(properties, 'a:buNone'))) {
      const level = Math.min(8, Math.max(0, Number(properties?.attributes.lvl ?? 0) || 0))
      items.push({ level, content })
    } else {
      endList()
      blocks.push(para(content))
    }
  }
  endList()
  return blocks
}

function imageBlocks(shape: XmlElement, { reader, relations }: Scope): Block[] {
  if (
    ['a:videoFile', 'a:audioFile', 'a:quickTimeFile', 'a:wavAudioFile'].some((name) => firstOf(shape, name))
  )
    reader.losses.add('media')
  const blip = firstOf(shape, 'a:blip')
  const id = blip?.attributes['r:embed'] ?? blip?.attributes['r:link'] ?? ''
  const name = reader.image(relations.get(id))
  const description = childrenOf(childrenOf(shape)[0])[0]?.attributes.descr ?? ''
  return name === null ? [] : [imageBlock(name, description)]
}

function frameBlocks(frame: XmlElement, scope: Scope): Block[] {
  const { reader, relations } = scope
  const data = firstOf(frame, 'a:graphicData')
  const tables = outermost(data, 'a:tbl')
  if (tables.length > 0) return tables.map((one) => tableBlock(one, scope))
  const [chart] = outermost(data, 'c:chart', 'cx:chart')
  if (chart) {
    const found = reader.chart(relations.get(chart.attributes['r:id'] ?? ''))
    return found ? chartBlocks(found) : []
  }
  const [diagram] = outermost(data, 'dgm:relIds')
  if (diagram) return diagramBlocks(reader.diagram(relations.get(diagram.attributes['r:dm'] ?? '')))
  if (outermost(data, 'p:oleObj').length === 0) return []
  const preview = outermost(data, 'p:pic').flatMap((image) => imageBlocks(image, scope))
  reader.losses.add(preview.length > 0 ? 'embedded' : 'embeddedLost')
  return preview.slice(0, 1)
}

function tableBlock(source: XmlElement, scope: Scope): Block {
  const columns = childrenOf(childAt(source, 'a:tblGrid'), 'a:gridCol').length
  const rows = childrenOf(source, 'a:tr').map((row) =>
    childrenOf(row, 'a:tc')
      // Omits cells covered by a merged cell, which the file still has.
      .filter(({ attributes }) => !isTrue(attributes.hMerge) && !isTrue(attributes.vMerge))
      .map((cell): Cell => {
        const span = (name: string) => Math.max(1, Number(cell.attributes[name] ?? 1) || 1)
        const blocks = textBlocks(childAt(cell, 'a:txBody'), scope)
        return { blocks, rows: span('rowSpan'), columns: span('gridSpan') }
      }),
  )
  const wide = Math.max(columns, 1)
  const tall = rows.length
  const clipped = rows.map((row, index) =>
    row.map((cell) => ({
      ...cell,
      rows: Math.min(cell.rows ?? 1, tall - index),
      columns: Math.min(cell.columns ?? 1, wide),
    })),
  )
  return table(clipped, { columns: wide, head: isTrue(childAt(source, 'a:tblPr')?.attributes.firstRow) })
}
