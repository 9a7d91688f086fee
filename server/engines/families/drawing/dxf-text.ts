import { type Entity, numberOf, pointOf } from './entity.ts'
import type { Point } from './geometry.ts'

export const RADIANS = Math.PI / 180
/** Line spacing in cap heights. */
export const LEADING = 1.6

/** A positioned text; only MTEXT has several lines. */
interface PlacedText {
  lines: string[]
  /** Cap height. */
  height: number
  at: Point
  /** In radians. */
  angle: number
  /** 0 left, 1 center, 2 right. */
  align: number
  /** Distance from the position down to the first baseline. */
  down: number
}

/** The text and position of a TEXT or MTEXT entity. */
export function textOf(entity: Entity): PlacedText {
  if (entity.type === 'MTEXT') return textBlock(entity)
  const align = numberOf(entity.halign) % 3
  const at = pointOf(align > 0 && entity.endPoint ? entity.endPoint : entity.startPoint)
  const lines = [textOfLine(String(entity.text ?? ''))]
  return {
    lines,
    height: numberOf(entity.textHeight),
    at,
    angle: numberOf(entity.rotation) * RADIANS,
    align,
    down: 0,
  }
}

function textBlock(entity: Entity): PlacedText {
  const lines = linesOfText(String(entity.text ?? ''))
  const height = numberOf(entity.height)
  // 1 to 3 are top from left to right, 4 to 6 middle, 7 to 9 bottom.
  const attachment = Math.min(9, Math.max(1, numberOf(entity.attachmentPoint) || 1)) - 1
  const rest = LEADING * height * (lines.length - 1)
  const down = [height, (height - rest) / 2, -rest][Math.floor(attachment / 3)] ?? 0
  const direction = pointOf(entity.directionVector)
  const angle = entity.directionVector
    ? Math.atan2(direction.y, direction.x)
    : numberOf(entity.rotation) * RADIANS
  return { lines, height, at: pointOf(entity.position), angle, align: attachment % 3, down }
}

const SIGNS: Readonly<Record<string, string>> = { d: '°', c: '⌀', p: '±', '%': '%', u: '', o: '', k: '' }

/** Decodes a TEXT entity: `%%d` and similar are symbols, `\U+00E6` is a character. */
const textOfLine = (text: string): string =>
  withLetters(text).replace(/%%([dcpuok%])/gi, (_, code: string) => SIGNS[code.toLowerCase()] ?? '')

/** The lines of an MTEXT entity without codes for fonts, colors and heights. */
function linesOfText(text: string): string[] {
  const plain = withLetters(text)
    .replace(/\\\\/g, '\u0001')
    .replace(/\\[{}]/g, (escaped) => (escaped === '\\{' ? '\u0002' : '\u0003'))
    .replace(/\\S([^;\\]*?)[#^/]([^;\\]*);/g, '$1/$2')
    .replace(/\\[ACcFfHpQTW][^;\\]*;/g, '')
    .replace(/\\~/g, '\u00a0')
    .replace(/\\[LlOoKk]/g, '')
    .replace(/[{}]/g, '')
  return plain
    .split(/\\P|\\X|\n/)
    .map((line) =>
      textOfLine(line.replaceAll('\u0001', '\\').replaceAll('\u0002', '{').replaceAll('\u0003', '}')),
    )
}

const withLetters = (text: string): string =>
  text.replace(/\\U\+([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
