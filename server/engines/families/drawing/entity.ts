import type { Point } from './geometry.ts'

/** The used properties of all entity types. Any of them may be missing or of another type. */
export type Entity = Partial<Record<string, unknown>> & { type: string }

/** A number, 0 for anything else. */
export const numberOf = (value: unknown): number => {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

export function pointOf(value: unknown): Point {
  const { x, y } = (value ?? {}) as Partial<Record<'x' | 'y', unknown>>
  return { x: Number(x ?? 0), y: Number(y ?? 0) }
}

export const pointsOf = (values: unknown): (Point & { bulge?: number })[] =>
  (Array.isArray(values) ? values : []).map((value) => {
    const bulge = numberOf((value as { bulge?: unknown } | null)?.bulge)
    return { ...pointOf(value), ...(bulge !== 0 && { bulge }) }
  })
