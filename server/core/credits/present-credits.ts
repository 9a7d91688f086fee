import type { z } from 'zod'
import type { Credits } from '../../../contract/convert.ts'
import type { Balance } from './ledger.ts'

/** An owner's balance in the API. */
export const presentCredits = (
  { creditsAvailable, creditsHeld, creditsGranted }: Balance,
  anonymous: boolean,
): z.input<typeof Credits> => ({
  remaining: creditsAvailable,
  held: creditsHeld,
  granted: creditsGranted,
  anonymous,
})
