import type { DataLosses } from './losses.ts'
import { TextFile } from './output.ts'
import { type Data, recordOf, type Value, type ValueMap } from './values.ts'
import { cellText } from './write-text.ts'

const SCHEMA = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
/** XML 1.0 names without colons, which separate namespaces. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
const QUALIFIED = /^[\p{L}_][\p{L}\p{N}_.-]*(:[\p{L}_][\p{L}\p{N}_.-]*)?$/u

/**
 * Writes data as XML in the structure that `readXml` reads. Null is an empty element with
 * `xsi:nil`.
 */
export async function writeXml(data: Data, path: string, indent: number, losses: DataLosses): Promise<void> {
  const file = new TextFile(path)
  const writer = new Writer(file, indent, losses)
  file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
  if (data.kind === 'tree') writer.root(data.value)
  else {
    file.write(`<data ${SCHEMA}>\n`)
    if (data.kind === 'records') await writer.items(data.records(), 'row', 1)
    else
      for (const { name, columns, rows } of data.tables) {
        const records = async function* () {
          for await (const row of rows()) yield recordOf(columns, row)
        }
        await writer.items(records(), data.tables.length === 1 ? 'row' : name, 1)
      }
    file.write('</data>\n')
  }
  file.close()
}

class Writer {
  readonly #file: TextFile
  readonly #indent: number
  readonly #losses: DataLosses

  constructor(file: TextFile, indent: number, losses: DataLosses) {
    this.#file = file
    this.#indent = indent
    this.#losses = losses
  }

  root(value: Value): void {
    const only = value instanceof Map && value.size === 1 ? [...value][0] : undefined
    if (only && !Array.isArray(only[1]) && !only[0].startsWith('@') && QUALIFIED.test(only[0]))
      this.#element(only[0], only[1], 0, ` ${SCHEMA}`)
    else if (Array.isArray(value)) this.#element('data', new Map([['row', value]]), 0, ` ${SCHEMA}`)
    else this.#element('data', value, 0, ` ${SCHEMA}`)
  }

  async items(records: AsyncIterable<Value>, name: string, level: number): Promise<void> {
    for await (const record of records) this.#element(name, record, level)
  }

  #element(key: string, value: Value, level: number, more = ''): void {
    const space = ' '.repeat(this.#indent * level)
    const end = this.#indent > 0 || level <= 1 ? '\n' : ''
    const name = this.#name(key, QUALIFIED)
    const write = (text: string) => this.#file.write(text)
    if (Array.isArray(value)) {
      // A nested list has no element name.
      write(`${space}<${name}${more}>${end}`)
      for (const item of value) this.#element('item', item, level + 1)
      write(`${space}</${name}>${end}`)
    } else if (value instanceof Map) this.#object(name, value, level, more)
    else if (value === null) write(`${space}<${name}${more} xsi:nil="true"/>${end}`)
    else write(`${space}<${name}${more}>${this.#escape(cellText(value, this.#losses))}</${name}>${end}`)
  }

  #object(name: string, object: ValueMap, level: number, more: string): void {
    const [space, end] = [' '.repeat(this.#indent * level), this.#indent > 0 || level <= 1 ? '\n' : '']
    const attributes: string[] = []
    const children: [string, Value][] = []
    let text = ''
    for (const [key, value] of object) {
      const isPlain = !Array.isArray(value) && !(value instanceof Map) && value !== null
      if (key === '#text' && isPlain) text = this.#escape(cellText(value, this.#losses))
      else if (key.startsWith('@') && key.length > 1 && isPlain)
        attributes.push(
          ` ${this.#name(key.slice(1), QUALIFIED)}="${this.#escape(cellText(value, this.#losses), true)}"`,
        )
      else children.push([key, value])
    }
    const open = `${space}<${name}${more}${attributes.join('')}`
    if (children.length === 0) {
      this.#file.write(text === '' ? `${open}/>${end}` : `${open}>${text}</${name}>${end}`)
      return
    }
    this.#file.write(`${open}>${text}${end}`)
    for (const [key, value] of children)
      if (Array.isArray(value) && value.length > 0)
        for (const item of value) this.#element(key, item, level + 1)
      else this.#element(key, value, level + 1)
    this.#file.write(`${space}</${name}>${end}`)
  }

  #name(key: string, pattern: RegExp): string {
    if (pattern.test(key)) return key
    this.#losses.add('names')
    const cleaned = key.replace(/[^\p{L}\p{N}_.-]/gu, '_')
    return NAME.test(cleaned) ? cleaned : `_${cleaned}`
  }

  /** Escapes line breaks in attributes, which parsers would normalize to spaces. */
  #escape(text: string, isAttribute = false): string {
    const wellFormed = text.toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write these.
    const allowed = wellFormed.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, () => {
      this.#losses.add('characters')
      return ''
    })
    return allowed.replace(isAttribute ? /[&<>"\r\n\t]/g : /[&<>\r]/g, (sign) => ESCAPES[sign] ?? sign)
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}
