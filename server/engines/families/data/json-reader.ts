import { sentence } from '../../kernel/sentence.ts'
import { malformed, tooComplex } from './failures.ts'
import { exactNumber, type Value, type ValueMap } from './values.ts'

const DEEPEST = 256
const MOST_VALUES = 5_000_000
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS: [text: string, value: null | boolean][] = [
  ['null', null],
  ['true', true],
  ['false', false],
]

/**
 * Reads JSON (RFC 8259) exactly: keeps all digits of numbers and the key order, and rejects
 * duplicate keys, where `JSON.parse` rounds and overwrites.
 * @throws `source_damaged` with the line, `source_too_complex` beyond 256 levels
 */
export function readJson(text: string, firstLine = 1): Value {
  return new Reader(text, firstLine).whole()
}

class Reader {
  readonly #text: string
  readonly #firstLine: number
  #at = 0
  #values = 0

  constructor(text: string, firstLine: number) {
    this.#text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
    this.#firstLine = firstLine
  }

  whole(): Value {
    const value = this.#value(0)
    this.#space()
    if (this.#at < this.#text.length) this.#fail('there is something after the end')
    return value
  }

  #value(depth: number): Value {
    if (depth > DEEPEST)
      throw tooComplex(sentence`The file has more than ${DEEPEST} levels inside each other.`)
    if (++this.#values > MOST_VALUES)
      throw tooComplex(sentence`The file has more than ${MOST_VALUES.toLocaleString('en-US')} values.`)
    this.#space()
    const sign = this.#text[this.#at]
    if (sign === '{') return this.#object(depth)
    if (sign === '[') return this.#array(depth)
    if (sign === '"') return this.#string()
    for (const [literal, value] of LITERALS) {
      if (!this.#text.startsWith(literal, this.#at)) continue
      this.#at += literal.length
      return value
    }
    NUMBER.lastIndex = this.#at
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined) return this.#fail('a value is missing')
    this.#at += number.length
    return exactNumber(number)
  }

  #object(depth: number): ValueMap {
    const object: ValueMap = new Map()
    this.#at++
    if (this.#next('}')) return object
    do {
      this.#space()
      if (this.#text[this.#at] !== '"') this.#fail('a key in quotation marks is missing')
      const key = this.#string()
      if (object.has(key)) this.#fail(`the key "${key.slice(0, 40)}" is given twice`)
      if (!this.#next(':')) this.#fail('a colon is missing')
      object.set(key, this.#value(depth + 1))
    } while (this.#next(','))
    if (!this.#next('}')) this.#fail('a comma or a closing brace is missing')
    return object
  }

  #array(depth: number): Value[] {
    const array: Value[] = []
    this.#at++
    if (this.#next(']')) return array
    do array.push(this.#value(depth + 1))
    while (this.#next(','))
    if (!this.#next(']')) this.#fail('a comma or a closing bracket is missing')
    return array
  }

  #string(): string {
    const start = this.#at
    for (let end = start + 1; ; end += 1) {
      const sign = this.#text[end]
      if (sign === undefined) this.#fail('a quotation mark is missing')
      if (sign === '\\') end += 1
      else if (sign === '"') {
        this.#at = end + 1
        try {
          return JSON.parse(this.#text.slice(start, end + 1)) as string
        } catch {
          this.#at = start
          this.#fail('a text holds a sign that has to be escaped')
        }
      }
    }
  }

  /** Skips white space and a token if it is next. */
  #next(sign: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    return true
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at++
    }
  }

  #fail(what: string): never {
    let line = this.#firstLine
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < this.#at; at = this.#text.indexOf('\n', at + 1))
      line++
    throw malformed('JSON', `in line ${line}, ${what}`)
  }
}
