import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { FieldError } from '../../../contract/problems.ts'
import type { Queries } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import { businesses } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'

const DAY = 86_400_000
/** Tolerance for a client clock that is slightly ahead. */
const TOLERANCE = 60_000

/**
 * Enforces the share link rules of a business; personal accounts have none. Undefined settings are
 * unchanged and not checked: new rules apply only to later changes.
 * @throws ApiProblem share_rule
 */
export async function requireLinkRules(
  { clock }: Pick<TransactionPlatform, 'clock'>,
  db: Queries,
  ownerId: string,
  { expiresAt, hasPassword }: { expiresAt?: Date | null | undefined; hasPassword?: boolean | undefined },
): Promise<void> {
  if (expiresAt === undefined && hasPassword === undefined) return
  const [business] = await db
    .select({ name: businesses.name, policies: businesses.policies })
    .from(businesses)
    .where(eq(businesses.id, ownerId))
  if (!business) return
  const { max_days, password_required } = business.policies.links
  const last = max_days === null ? null : clock().getTime() + max_days * DAY + TOLERANCE
  const errors: z.infer<typeof FieldError>[] = []
  if (last !== null && expiresAt !== undefined && (expiresAt === null || expiresAt.getTime() > last))
    errors.push({
      path: 'expires_at',
      message: max_days === 1 ? 'At most one day from now.' : `At most ${max_days} days from now.`,
    })
  if (password_required && hasPassword === false)
    errors.push({ path: 'password', message: 'A password is required.' })
  if (errors.length > 0)
    throw new ApiProblem(
      'share_rule',
      `“${business.name}” has rules for share links. ${errors.map(({ message }) => message).join(' ')}`,
      { errors },
    )
}
