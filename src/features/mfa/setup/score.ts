import type { MfaSecurity, ScorePart } from '../../../api/mfa.ts'

export type PartName = ScorePart['part']

/** The score is drawn in segments of so many points. */
export const SEGMENT_POINTS = 5

export interface NextStep {
  part: PartName
  /** What the score would be. */
  takesTo: number
}

const SECOND_FACTORS: readonly PartName[] = ['totp', 'email', 'sms']

/**
 * What adds the most of all that can be done now. Backup codes come with the first second factor,
 * so they are no step of their own before it and count with it; a text message alone is not taken
 * (ASVS 6.6.1).
 */
export function nextStep({
  score,
  security_score,
}: Pick<MfaSecurity, 'score' | 'security_score'>): NextStep | null {
  const missing = score.filter(({ earned }) => !earned)
  const first = !score.some(({ part, earned }) => earned && SECOND_FACTORS.includes(part))
  const codes = missing.find(({ part }) => part === 'backup_codes')?.points ?? 0
  const steps = missing
    .filter(({ part }) => !first || (part !== 'backup_codes' && part !== 'sms'))
    .map(({ part, points }) => ({
      part,
      takesTo: security_score + points + (first && SECOND_FACTORS.includes(part) ? codes : 0),
    }))
    .sort((a, b) => b.takesTo - a.takesTo)
  return steps[0] ?? null
}
