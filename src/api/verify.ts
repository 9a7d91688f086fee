import type { InstanceSeal, SealedHere } from '../../contract/verify.ts'
import { call } from './client.ts'

export type { InstanceSeal, SealedHere }

/** The instance's seal certificate. Needs no account. */
export const getSeal = (signal: AbortSignal): Promise<InstanceSeal> => call('getSeal', {}, { signal })

/**
 * What this instance knows of a file that it may have sealed. Sends only its hash, without an
 * account.
 */
export const lookUpSealed = async (sha256: string, signal: AbortSignal): Promise<SealedHere | null> =>
  (await call('lookUpSealed', { body: { sha256 } }, { signal })).sealed
