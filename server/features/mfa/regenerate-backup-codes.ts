import { eq } from 'drizzle-orm'
import type { BackupCodes } from '../../../contract/mfa.ts'
import { sendNotice } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { replaceBackupCodes } from '../../core/backup-codes.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { factorsOf } from '../../core/verification-methods.ts'

/**
 * Ten new backup codes, shown this once; the old ones end. @throws ApiProblem method_unavailable
 * without a second factor
 */
export async function regenerateBackupCodes(ctx: Context): Promise<BackupCodes> {
  const { userId } = requirePerson(ctx)
  if ((await factorsOf(ctx.platform.db, userId)).length === 0) throw noFactor()
  return replaceBackupCodes(ctx, userId, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user || (await factorsOf(tx, userId)).length === 0) throw noFactor()
    await recordEvent(ctx, tx, userId, 'backup_codes_made')
    await sendNotice(ctx, tx, user, {
      subject: 'New backup codes were created',
      lines: [`The earlier backup codes of “${user.username}” no longer work.`],
    })
  })
}

const noFactor = () =>
  new ApiProblem(
    'method_unavailable',
    'Set up a second factor first. Backup codes replace it when it isn’t available.',
  )
