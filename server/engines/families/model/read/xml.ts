import { damaged, tooComplex } from '../failures.ts'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
}

const MAX_DEPTH = 200
const MAX_ELEMENTS = 500_000
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * Parses the elements and attributes of an XML text without its character data. Supports only the
 * five predefined entities and numeric character references.
 * @throws `source_damaged` if it isn't well-formed
 */
export function parseXml(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  const token =
    /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g
  let count = 0
  for (const [, closed, name, attributes = '', alone] of text.matchAll(token)) {
    if (closed) {
      if (open.length < 2 || open.pop()?.name !== closed) throw damaged()
    } else if (name) {
      const element: XmlElement = { name, attributes: attributesOf(attributes), children: [] }
      open.at(-1)?.children.push(element)
      count += 1
      if (!alone) open.push(element)
      if (open.length > MAX_DEPTH || count > MAX_ELEMENTS) throw tooComplex()
    }
  }
  const [root] = top.children
  if (open.length !== 1 || !root) throw damaged()
  return root
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name] = (double ?? single ?? '').replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, code: string) => {
      if (!code.startsWith('#')) return ENTITIES[code] ?? whole
      const number = Number(code[1]?.toLowerCase() === 'x' ? `0${code.slice(1)}` : code.slice(1))
      return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : ''
    })
  return found
}
