import type { InstanceSeal, SealedHere } from '../../contract/verify.ts'
import { call } from './client.ts'

export type { InstanceSeal, SealedHere }

/** Whose seal is on what was signed here. Asks for nobody's account. */
export const getSeal = (signal: AbortSignal): Promise<InstanceSeal> => call('getSeal', {}, { signal })

/**
 * What this instance knows of a file that it may have sealed. Its hash is all that is sent, and
 * nobody's account is asked for.
 */
export const lookUpSealed = async (sha256: string, signal: AbortSignal): Promise<SealedHere | null> =>
  (await call('lookUpSealed', { body: { sha256 } }, { signal })).sealed
