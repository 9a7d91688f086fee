import type { MfaSecurity, ScorePart } from '../../../api/mfa.ts'

export type PartName = ScorePart['part']

/** Points per segment of the score. */
export const SEGMENT_POINTS = 5

export interface NextStep {
  part: PartName
  /** The resulting score. */
  takesTo: number
}

const SECOND_FACTORS: readonly PartName[] = ['totp', 'email', 'sms']

/**
 * The available step that adds the most points. Backup codes are created with the first second
 * factor, so before it they count with it; text messages alone are refused (ASVS 6.6.1).
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
