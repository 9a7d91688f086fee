import type { Point } from './geometry.ts'
import type { Pdf } from './pdf.ts'

export interface Target {
  /** The page number in the document, from 1. */
  page: number
  /** Null for the whole page. */
  point: Point | null
}

const isRef = (given: unknown): given is { num: number; gen: number } =>
  typeof given === 'object' && given !== null && 'num' in given && 'gen' in given

/** The target of a link or an outline entry, by name or explicit; null if it is invalid. */
export async function targetOf(pdf: Pdf, dest: unknown): Promise<Target | null> {
  const said = typeof dest === 'string' ? await pdf.document.getDestination(dest).catch(() => null) : dest
  if (!Array.isArray(said)) return null
  const [where, how, ...numbers] = said as unknown[]
  const index = isRef(where)
    ? await pdf.document.getPageIndex(where).catch(() => null)
    : Number.isInteger(where)
      ? (where as number)
      : null
  if (index === null || index < 0 || index >= pdf.pages) return null
  return { page: index + 1, point: pointOf(how, numbers, pdf, index) }
}

function pointOf(how: unknown, numbers: unknown[], pdf: Pdf, index: number): Point | null {
  const name = typeof how === 'object' && how !== null && 'name' in how ? how.name : null
  const [left, , , top] = pdf.shape(index).view
  const number = (given: unknown, otherwise: number) => (typeof given === 'number' ? given : otherwise)
  switch (name) {
    case 'XYZ':
      return { x: number(numbers[0], left), y: number(numbers[1], top) }
    case 'FitH':
    case 'FitBH':
      return { x: left, y: number(numbers[0], top) }
    case 'FitR':
      return { x: number(numbers[0], left), y: number(numbers[3], top) }
    default:
      return null
  }
}
