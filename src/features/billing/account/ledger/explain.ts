import type { LedgerLine } from '../../../../api/billing.ts'

export type Explanation =
  | { kind: 'rate'; credits: number; rate: number; units: number; unit: 'file' | 'page' }
  | { kind: 'quoted' | 'charged' | 'released'; credits: number }
  | { kind: 'lot'; lot: LedgerLine['lots'][number] }
  | { kind: 'reason'; text: string }
  | { kind: 'by'; name: string }

/** Explains the amount of an entry, line by line. */
export function explain({
  source,
  quoted,
  credits,
  lots,
  cause,
  created_by_name: by,
}: LedgerLine): Explanation[] {
  const lines: Explanation[] = []
  if (quoted !== null) {
    lines.push(quotedAt(quoted, cause?.units ?? null, source === 'scan' ? 'page' : 'file'), {
      kind: 'charged',
      credits: -credits,
    })
    if (quoted > -credits) lines.push({ kind: 'released', credits: quoted + credits })
  }
  if (cause?.reason) lines.push({ kind: 'reason', text: cause.reason })
  for (const lot of lots) lines.push({ kind: 'lot', lot })
  if (by) lines.push({ kind: 'by', name: by })
  return lines
}

/** By the rate of the operation, if it was quoted per file or page. */
const quotedAt = (quoted: number, units: number | null, unit: 'file' | 'page'): Explanation =>
  units !== null && units > 0 && quoted % units === 0
    ? { kind: 'rate', credits: quoted, rate: quoted / units, units, unit }
    : { kind: 'quoted', credits: quoted }
