import type { z } from 'zod'
import type { usageEndpoints } from '../../../contract/usage.ts'
import type { Context } from '../../core/context.ts'
import { accountOf } from './account-of.ts'

type Answer = z.input<(typeof usageEndpoints)['listPlans']['responses'][200]>

/** The plan that everybody has. Its limits are those that this instance holds everybody to. */
export async function listPlans(ctx: Context): Promise<Answer> {
  const { granted, since } = await accountOf(ctx)
  const { maxUploadBytes, keepHours } = ctx.platform.settings
  return {
    plans: [
      {
        code: 'free',
        name: 'Free',
        is_current: true,
        credits_granted: granted,
        credits_period: 'once',
        limits: { max_upload_bytes: maxUploadBytes, keep_hours: keepHours },
        since: since.toISOString(),
      },
    ],
  }
}
