import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import { sentence } from '../../kernel/sentence.ts'
import { hasDoctype, malformed, tooComplex } from './failures.ts'
import type { DataLosses } from './losses.ts'
import type { Value, ValueMap } from './values.ts'

const DEEPEST = 256
const MOST_VALUES = 1_000_000
const NIL = 'xsi:nil'
const NAMESPACES = new Set(['xmlns:xsi'])

interface Open {
  name: string
  object: ValueMap
  text: string
  isNil: boolean
}

/**
 * Reads XML: an attribute becomes a member `@name`, a child element a member, repeated elements a
 * list, mixed text `#text`; an element with only text becomes that text. All values are text.
 * Rejects DOCTYPE, since entities can expand exponentially.
 */
export function readXml(text: string, losses: DataLosses): Value {
  const root: Open = { name: '', object: new Map(), text: '', isNil: false }
  const open: Open[] = [root]
  let values = 0
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => {
    throw hasDoctype()
  })
  parser.on('opentag', ({ name, attributes }) => {
    values += 1 + Object.keys(attributes).length
    if (open.length > DEEPEST)
      throw tooComplex(sentence`The file has more than ${DEEPEST} levels inside each other.`)
    if (values > MOST_VALUES)
      throw tooComplex(sentence`The file has more than ${MOST_VALUES.toLocaleString('en-US')} elements.`)
    open.push({ name, ...attributesOf(attributes) })
  })
  const onText = (part: string) => {
    const current = open.at(-1)
    if (current) current.text += part
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('comment', () => losses.set('comments', 1))
  parser.on('closetag', () => {
    const closed = open.pop()
    const parent = open.at(-1)
    if (closed && parent) addChild(parent.object, closed.name, closedValue(closed, losses))
  })
  parser.on('error', (error) => {
    const [, line = '1', reason = ''] = /(\d+):\d+: (.*?)\.?$/s.exec(error.message) ?? []
    const what = reason === 'undefined entity' ? 'an entity is not known' : reason || 'it is not well-formed'
    throw malformed('XML', `in line ${line}, ${what}`)
  })
  parser.write(text).close()
  return root.object
}

function attributesOf(attributes: Record<string, SaxesAttributePlain | string>) {
  const object: ValueMap = new Map()
  let isNil = false
  for (const [name, value] of Object.entries(attributes)) {
    if (name === NIL) isNil = value === 'true' || value === '1'
    else if (!NAMESPACES.has(name)) object.set(`@${name}`, String(value))
  }
  return { object, isNil, text: '' }
}

function closedValue({ object, text, isNil }: Open, losses: DataLosses): Value {
  if (isNil) return null
  if (object.size === 0) return text
  const trimmed = text.trim()
  if (trimmed !== '') {
    if ([...object.keys()].some((key) => !key.startsWith('@'))) losses.add('mixedText')
    object.set('#text', trimmed)
  }
  return object
}

/** Lists created for repeated elements; a single element's value is never a list. */
function addChild(object: ValueMap, name: string, value: Value): void {
  const there = object.get(name)
  if (there === undefined) object.set(name, value)
  else if (Array.isArray(there)) there.push(value)
  else object.set(name, [there, value])
}
