import type { DataLosses } from './losses.ts'
import { NumberText, type Value } from './values.ts'

/**
 * Serializes a value as JSON. Numbers keep all digits; bytes become Base64; non-finite numbers
 * become null and count as losses. `indent` is the number of spaces per level, 0 for one line;
 * `level` is the initial level.
 */
export function jsonText(value: Value, losses: DataLosses, indent = 0, level = 0): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof NumberText) return value.text
  if (typeof value === 'number') return numberText(value, losses)
  if (value instanceof Uint8Array) {
    losses.add('bytes')
    return JSON.stringify(Buffer.from(value).toString('base64'))
  }
  const inner = (one: Value) => jsonText(one, losses, indent, level + 1)
  if (Array.isArray(value)) return enclosed('[', value.map(inner), ']', indent, level)
  const colon = indent > 0 ? ': ' : ':'
  const members = [...value].map(([key, one]) => `${JSON.stringify(key)}${colon}${inner(one)}`)
  return enclosed('{', members, '}', indent, level)
}

function numberText(value: number, losses: DataLosses): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value)
  losses.add('notFinite')
  return 'null'
}

function enclosed(open: string, items: string[], close: string, indent: number, level: number): string {
  if (items.length === 0) return open + close
  if (indent === 0) return open + items.join(',') + close
  const line = `\n${' '.repeat(indent * (level + 1))}`
  return `${open}${line}${items.join(`,${line}`)}\n${' '.repeat(indent * level)}${close}`
}
