import type { Family } from './family.ts'

/**
 * The families of a batch as bars: 10 px per file, 2 px between families, 120 px at most. The row
 * also has them as text.
 */
export function FamilyBars({ counts }: { counts: Partial<Record<Family, number>> }) {
  const parts = Object.entries(counts) as [Family, number][]
  const files = parts.reduce((sum, [, count]) => sum + count, 0)
  const unit = Math.min(10, 120 / Math.max(1, files))
  return (
    <span aria-hidden="true" className="inline-flex gap-0.5">
      {parts.map(([family, count]) => (
        <span
          key={family}
          data-family={family}
          className="h-1.5 bg-(--family)"
          style={{ width: count * unit }}
        />
      ))}
    </span>
  )
}
