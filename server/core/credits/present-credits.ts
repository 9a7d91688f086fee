import type { z } from 'zod'
import type { Credits } from '../../../contract/convert.ts'
import type { Balance } from './ledger.ts'

/** The balance of an owner as the API answers it. */
export const presentCredits = (
  { creditsAvailable, creditsHeld, creditsGranted }: Balance,
  anonymous: boolean,
): z.input<typeof Credits> => ({
  remaining: creditsAvailable,
  held: creditsHeld,
  granted: creditsGranted,
  anonymous,
})
