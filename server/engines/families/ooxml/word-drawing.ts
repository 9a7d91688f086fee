import { paragraphText } from './drawing-text.ts'
import type { Scope } from './office-reader.ts'
import { chartMarkup, diagramParagraphs, paragraph, run } from './word-markup.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { countOf, element, elementsOf, isElement, outermost } from './xml-tree.ts'

const KNOWN = ['w:txbxContent', 'c:chart', 'cx:chart', 'dgm:relIds', 'a:blip', 'w:t', 'a:t']

/**
 * The branch of `mc:AlternateContent` to read: the first, unless only newer programs support it.
 */
export function alternative({ children }: XmlElement): XmlNode[] {
  const branches = children.filter(isElement)
  const known = branches.find((branch) => [...elementsOf(branch)].some(({ name }) => KNOWN.includes(name)))
  return (known ?? branches.at(-1))?.children ?? []
}

interface DrawingContent {
  /** Content that stays in the paragraph: images, each in a separate drawing. */
  inline: XmlElement[]
  /** Content after the paragraph: unprocessed content of text boxes, tables and lists. */
  boxes: XmlElement[]
  blocks: XmlElement[]
}

/** The content of a drawing, a VML image or an embedded object. */
export function drawingContent(drawing: XmlElement, { reader, relations }: Scope): DrawingContent {
  const chosen = resolved(drawing)
  const boxes = outermost(chosen, 'w:txbxContent')
  const rest = without(chosen, 'w:txbxContent')
  const charts = outermost(rest, 'c:chart', 'cx:chart').flatMap(({ attributes }) => {
    const chart = reader.chart(relations.get(attributes['r:id'] ?? ''))
    return chart ? chartMarkup(chart) : []
  })
  const diagrams = outermost(rest, 'dgm:relIds').flatMap(({ attributes }) =>
    diagramParagraphs(reader.diagram(relations.get(attributes['r:dm'] ?? ''))),
  )
  const art = [
    ...outermost(rest, 'a:p').map(paragraphText),
    ...outermost(rest, 'v:textpath').map(({ attributes }) => attributes.string ?? ''),
  ].filter((text) => text.trim() !== '')
  reader.losses.add('textBoxes', boxes.length + art.length)
  const inline = imageDrawings(rest)
  if (drawing.name === 'w:object') reader.losses.add(inline.length > 0 ? 'embedded' : 'embeddedLost')
  const found = boxes.length + charts.length + diagrams.length + art.length + inline.length
  if (found === 0 && drawing.name !== 'w:object' && !isRule(rest)) {
    if (countOf(rest, 'c:chart', 'cx:chart', 'dgm:relIds') === 0) reader.losses.add('drawings')
  }
  return { inline, boxes, blocks: [...charts, ...diagrams, ...art.map((text) => paragraph([run(text)]))] }
}

/** A horizontal line that Word stores as a rectangle. */
const isRule = (drawing: XmlElement) =>
  [...elementsOf(drawing)].some(({ attributes }) => attributes['o:hr'] !== undefined)

function resolved(node: XmlElement): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child]
    if (child.name === 'w:txbxContent') return [child]
    return child.name === 'mc:AlternateContent'
      ? alternative(child).map((one) => (isElement(one) ? resolved(one) : one))
      : [resolved(child)]
  })
  return { ...node, children }
}

function without(node: XmlElement, name: string): XmlElement {
  return {
    ...node,
    children: node.children.flatMap((child): XmlNode[] =>
      !isElement(child) ? [child] : child.name === name ? [] : [without(child, name)],
    ),
  }
}

/** pandoc ignores images in a group, so each gets a separate drawing. */
function imageDrawings(drawing: XmlElement): XmlElement[] {
  const images = outermost(drawing, 'v:imagedata').map((image) => element('w:pict', {}, [image]))
  const pics = outermost(drawing, 'pic:pic')
  const [place] = outermost(drawing, 'wp:inline', 'wp:anchor')
  const properties = outermost(place, 'wp:extent', 'wp:docPr')
  const drawings = pics.map((pic) =>
    element('w:drawing', {}, [
      element('wp:inline', {}, [
        ...properties,
        element('a:graphic', {}, [element('a:graphicData', {}, [pic])]),
      ]),
    ]),
  )
  return [...drawings, ...images]
}
