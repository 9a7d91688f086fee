import type { LedgerLine } from '../../../api/billing.ts'

export type Explanation =
  | { kind: 'quoted' | 'charged' | 'released'; credits: number }
  | { kind: 'lot'; lot: LedgerLine['lots'][number] }
  | { kind: 'reason'; text: string }
  | { kind: 'by'; name: string }

/** Why an entry has its amount, a line each. */
export function explain({ quoted, credits, lots, cause, created_by_name: by }: LedgerLine): Explanation[] {
  const lines: Explanation[] = []
  if (quoted !== null) {
    lines.push({ kind: 'quoted', credits: quoted }, { kind: 'charged', credits: -credits })
    if (quoted > -credits) lines.push({ kind: 'released', credits: quoted + credits })
  }
  if (cause?.reason) lines.push({ kind: 'reason', text: cause.reason })
  for (const lot of lots) lines.push({ kind: 'lot', lot })
  if (by) lines.push({ kind: 'by', name: by })
  return lines
}
