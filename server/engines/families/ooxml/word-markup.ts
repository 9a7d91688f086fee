import type { Chart } from './chart.ts'
import type { DiagramItem } from './diagram.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { element } from './xml-tree.ts'

/** IDs of added styles and lists; no office program generates such IDs. */
export const CAPTION = 'FilewrightCaption'
const LIST = '987654321'

export function run(text: string, properties: XmlNode[] = []): XmlElement {
  const lines = text.split(/\r\n?|\n/).flatMap((line, index): XmlElement[] => {
    const written = element('w:t', { 'xml:space': 'preserve' }, [line])
    return index > 0 ? [element('w:br'), written] : [written]
  })
  return element('w:r', {}, [...(properties.length > 0 ? [element('w:rPr', {}, properties)] : []), ...lines])
}

export const paragraph = (content: XmlNode[], properties: XmlNode[] = []): XmlElement =>
  element('w:p', {}, [...(properties.length > 0 ? [element('w:pPr', {}, properties)] : []), ...content])

const styledParagraph = (text: string, style: string) =>
  paragraph([run(text)], [element('w:pStyle', { 'w:val': style })])

const listItem = ({ text, level }: DiagramItem): XmlElement =>
  paragraph(
    [run(text)],
    [
      element('w:numPr', {}, [
        element('w:ilvl', { 'w:val': String(level) }),
        element('w:numId', { 'w:val': LIST }),
      ]),
    ],
  )

export const diagramParagraphs = (items: readonly DiagramItem[]): XmlElement[] => items.map(listItem)

/** A chart as tables with its title as caption; axes and labels follow. */
export function chartMarkup({ title, tables, labels }: Chart): XmlElement[] {
  const caption =
    title === '' ? [] : [tables.length > 0 ? styledParagraph(title, CAPTION) : paragraph([run(title)])]
  return [...caption, ...tables.map(tableMarkup), ...labels.map((text) => paragraph([run(text)]))]
}

function tableMarkup(rows: readonly (readonly string[])[]): XmlElement {
  const columns = rows[0]?.length ?? 0
  return element('w:tbl', {}, [
    element('w:tblPr', {}, [element('w:tblLook', { 'w:firstRow': '1', 'w:val': '0020' })]),
    element(
      'w:tblGrid',
      {},
      Array.from({ length: columns }, () => element('w:gridCol')),
    ),
    ...rows.map((row, index) =>
      element('w:tr', {}, [
        ...(index === 0 ? [element('w:trPr', {}, [element('w:tblHeader')])] : []),
        ...row.map((text) => element('w:tc', {}, [paragraph([run(text)])])),
      ]),
    ),
  ])
}

/** The list definitions of a document with the added one for diagrams. */
export const withList = (numbering: XmlElement | null): XmlElement => {
  const root = numbering ?? element('w:numbering')
  const levels = Array.from({ length: 9 }, (_, level) =>
    element('w:lvl', { 'w:ilvl': String(level) }, [
      element('w:start', { 'w:val': '1' }),
      element('w:numFmt', { 'w:val': 'bullet' }),
      element('w:lvlText', { 'w:val': '•' }),
    ]),
  )
  const definition = element('w:abstractNum', { 'w:abstractNumId': LIST }, levels)
  const list = element('w:num', { 'w:numId': LIST }, [element('w:abstractNumId', { 'w:val': LIST })])
  return { ...root, children: [definition, ...root.children, list] }
}
