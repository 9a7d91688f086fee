import { uriOf } from './namespaces.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { isElement } from './xml-tree.ts'

/**
 * Serializes an element as an XML document. Known prefixes are declared at the root, other
 * namespaces on use.
 */
export function writeXml(root: XmlElement): Uint8Array {
  const prefixes = new Set<string>()
  const body = write(root, prefixes)
  const declared = [...prefixes]
    .filter((prefix) => prefix !== 'xml')
    .map((prefix) => ` xmlns:${prefix}="${escapeXml(uriOf(prefix))}"`)
    .join('')
  const end = /[\s/>]/.exec(body)?.index ?? 0
  const text = `<?xml version="1.0" encoding="UTF-8"?>${body.slice(0, end)}${declared}${body.slice(end)}`
  return new TextEncoder().encode(text)
}

function write(node: XmlNode, prefixes: Set<string>): string {
  if (!isElement(node)) return escapeXml(node)
  const { name, declaration } = written(node.name, prefixes)
  const attributes = Object.entries(node.attributes)
    // Readers ignore attributes of unknown namespaces.
    .filter(([key]) => !key.startsWith('{'))
    .map(([key, value]) => ` ${written(key, prefixes).name}="${escapeXml(value)}"`)
    .join('')
  const inner = node.children.map((child) => write(child, prefixes)).join('')
  const start = `<${name}${declaration}${attributes}`
  return inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`
}

function written(name: string, prefixes: Set<string>): { name: string; declaration: string } {
  const foreign = /^\{(.*)\}(.*)$/.exec(name)
  if (foreign) {
    return { name: `foreign:${foreign[2]}`, declaration: ` xmlns:foreign="${escapeXml(foreign[1] ?? '')}"` }
  }
  const colon = name.indexOf(':')
  if (colon > 0) prefixes.add(name.slice(0, colon))
  return { name, declaration: '' }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
export const escapeXml = (text: string) =>
  text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? '')
