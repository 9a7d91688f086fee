import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  stringify,
  visit,
} from 'yaml'
import { sentence } from '../../kernel/sentence.ts'
import { malformed, tooComplex } from './failures.ts'
import type { DataLosses } from './losses.ts'
import { TextFile } from './output.ts'
import { type Data, exactNumber, NumberText, recordOf, type Value, type ValueMap } from './values.ts'

const DEEPEST = 256
/** Counts expanded aliases too, so that ten lines can't become a billion values. */
const MOST_VALUES = 500_000
const KNOWN_TAGS =
  /^(!|tag:yaml\.org,2002:)(str|int|float|bool|null|map|seq|binary)?$|^tag:yaml\.org,2002:merge$/

/**
 * Reads YAML 1.2: `yes` and dates are text, merge keys are merged. Several documents become a list.
 */
export function readYaml(text: string, losses: DataLosses): Value {
  const documents = parseAllDocuments(text, {
    merge: true,
    uniqueKeys: true,
    intAsBigInt: true,
    logLevel: 'silent',
  })
  if (!Array.isArray(documents)) return null
  const values = documents.map((document) => {
    const [error] = document.errors
    if (error) throw malformed('YAML', `in line ${error.linePos?.[0].line ?? 1}, ${reason(error.message)}`)
    return new Reader(document, losses).value(document.contents as Node | null, 0)
  })
  if (documents.some(hasComment)) losses.set('comments', 1)
  if (values.length > 1) losses.set('documents', values.length)
  return values.length === 1 ? (values[0] ?? null) : values
}

/** The library's message without its source excerpt. */
const reason = (message: string) => {
  const [first = ''] = message.split(/ at line \d+/)
  return first.charAt(0).toLowerCase() + first.slice(1)
}

function hasComment(document: Document.Parsed): boolean {
  let found = Boolean(document.comment ?? document.commentBefore)
  visit(document, {
    Node(_, node) {
      if (!node.comment && !node.commentBefore) return undefined
      found = true
      return visit.BREAK
    },
  })
  return found
}

class Reader {
  readonly #document: Document.Parsed
  readonly #losses: DataLosses
  readonly #open = new Set<Node>()
  #values = 0

  constructor(document: Document.Parsed, losses: DataLosses) {
    this.#document = document
    this.#losses = losses
  }

  value(node: Node | null | undefined, depth: number): Value {
    if (depth > DEEPEST)
      throw tooComplex(sentence`The file has more than ${DEEPEST} levels inside each other.`)
    if (++this.#values > MOST_VALUES)
      throw tooComplex(sentence`The file has more than ${MOST_VALUES.toLocaleString('en-US')} values.`)
    if (!node) return null
    if (isAlias(node)) return this.#alias(node, depth)
    if (node.tag && !KNOWN_TAGS.test(node.tag)) this.#losses.add('tags')
    if (isMap(node)) return this.#within(node, () => this.#map(node.items, depth))
    if (isSeq(node))
      return this.#within(node, () => node.items.map((item) => this.value(item as Node, depth + 1)))
    return isScalar(node) ? scalar(node.value, node.source) : null
  }

  #alias(node: Alias, depth: number): Value {
    const target = node.resolve(this.#document)
    if (!target) throw malformed('YAML', `the alias "${node.source}" leads nowhere`)
    if (this.#open.has(target)) throw malformed('YAML', `the alias "${node.source}" leads to itself`)
    this.#losses.add('aliases')
    return this.value(target, depth + 1)
  }

  #within<Result>(node: Node, read: () => Result): Result {
    this.#open.add(node)
    const result = read()
    this.#open.delete(node)
    return result
  }

  #map(items: readonly unknown[], depth: number): ValueMap {
    const map: ValueMap = new Map()
    const merged: ValueMap = new Map()
    for (const pair of items) {
      if (!isPair(pair)) continue
      const key = isScalar(pair.key) ? pair.key : null
      const value = this.value(pair.value as Node | null, depth + 1)
      if (key?.source === '<<' && key.type === 'PLAIN') {
        for (const one of Array.isArray(value) ? value : [value])
          if (one instanceof Map)
            for (const [name, inner] of one) if (!merged.has(name)) merged.set(name, inner)
      } else map.set(key ? String(key.source ?? key.value) : this.#complexKey(pair.key as Node, depth), value)
    }
    for (const [name, inner] of merged) if (!map.has(name)) map.set(name, inner)
    return map
  }

  /** Serializes a key that is a list or an object as text, since no other format has such keys. */
  #complexKey(node: Node | null, depth: number): string {
    const value = this.value(node, depth + 1)
    return typeof value === 'string'
      ? value
      : value === null
        ? 'null'
        : stringify(plain(value, this.#losses)).trim()
  }
}

function scalar(value: unknown, source: string | undefined): Value {
  if (typeof value === 'bigint') {
    const isSafe = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    return isSafe ? Number(value) : value
  }
  if (typeof value === 'number') {
    const text = (source ?? '').replace(/^\+/, '')
    return /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? exactNumber(text) : value
  }
  if (value instanceof Uint8Array || typeof value === 'string' || typeof value === 'boolean') return value
  return value === null || value === undefined ? null : String(value)
}

/**
 * Writes YAML; lists of records are written item by item, so that a long table isn't held in
 * memory.
 */
export async function writeYaml(data: Data, path: string, indent: number, losses: DataLosses): Promise<void> {
  const file = new TextFile(path)
  const text = (value: unknown) =>
    stringify(value, { indent: Math.max(2, indent), lineWidth: 0, aliasDuplicateObjects: false })
  const items = async (records: AsyncIterable<Value>, prefix: string) => {
    let isEmpty = true
    for await (const record of records) {
      isEmpty = false
      file.write(text([plain(record, losses)]).replace(/^(?=.)/gm, prefix))
    }
    if (isEmpty) file.write(`${prefix}[]\n`)
  }
  if (data.kind === 'tree') file.write(text(plain(data.value, losses)))
  else if (data.kind === 'records') await items(data.records(), '')
  else {
    for (const { name, columns, rows } of data.tables) {
      const records = async function* () {
        for await (const row of rows()) yield recordOf(columns, row)
      }
      if (data.tables.length === 1) await items(records(), '')
      else {
        file.write(`${text({ [name]: null }).replace(/ null\n$/, '')}\n`)
        await items(records(), '  ')
      }
    }
  }
  file.close()
}

/** Converts a value for the library. */
function plain(value: Value, losses: DataLosses): unknown {
  if (value instanceof NumberText) {
    losses.add('notExact')
    return value.text
  }
  if (value instanceof Uint8Array) {
    losses.add('bytes')
    return Buffer.from(value).toString('base64')
  }
  if (Array.isArray(value)) return value.map((one) => plain(one, losses))
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, plain(one, losses)]))
  return value
}
