import { SaxesParser } from 'saxes'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { prefixOf } from './namespaces.ts'

/** Names have the prefixes of `namespaces.ts`; names of other namespaces start with `{uri}`. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
}
export type XmlNode = XmlElement | string

/** Above any office program's depth; tree functions recurse once per level. */
const MAX_DEPTH = 256

const damaged = () =>
  new EngineFailure(
    'source_damaged',
    sentence`Part of the document is damaged and could not be read. Open it in the program that made it, save it again, then convert it.`,
  )
const tooDeep = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The document is nested too deeply to be converted. Save it again from the program that made it.`,
  )

/** The remaining number of XML nodes for a document's parts. */
export interface NodeBudget {
  left: number
}
const tooLong = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The document is too long to convert in one piece. Split it into parts, then convert each part.`,
  )

/**
 * Parses an XML part.
 * @throws `source_damaged` if it isn't well-formed or has a DOCTYPE, which could define entities,
 * and `source_too_complex` if it is too deep or exceeds the budget
 */
export function parseXml(bytes: Uint8Array, budget: NodeBudget): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const open: XmlElement[] = [root]
  const top = () => open[open.length - 1] ?? root
  const spend = () => {
    if (--budget.left < 0) throw tooLong()
  }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('doctype', () => {
    throw damaged()
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    spend()
    if (open.length > MAX_DEPTH) throw tooDeep()
    const element: XmlElement = { name: nameOf(uri, local), attributes: namesOf(attributes), children: [] }
    top().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (text: string) => {
    spend()
    top().children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(decode(bytes)).close()
  const element = root.children.find((child) => typeof child !== 'string')
  if (!element) throw damaged()
  return element
}

interface SaxesAttribute {
  prefix: string
  uri: string
  local: string
  value: string
}

function namesOf(attributes: Record<string, SaxesAttribute>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const { prefix, uri, local, value } of Object.values(attributes)) {
    if (prefix === 'xmlns' || (prefix === '' && local === 'xmlns')) continue
    named[nameOf(uri, local)] = value
  }
  return named
}

function nameOf(uri: string, local: string): string {
  if (uri === '') return local
  const prefix = prefixOf(uri)
  return prefix === undefined ? `{${uri}}${local}` : `${prefix}:${local}`
}

/** XML without a declared encoding is UTF-8, or UTF-16 with a BOM. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
