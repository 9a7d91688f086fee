import type { InstanceSeal } from '../../contract/verify.ts'
import { call } from './client.ts'

export type { InstanceSeal }

/** Whose seal is on what was signed here. Asks for nobody's account. */
export const getSeal = (signal: AbortSignal): Promise<InstanceSeal> => call('getSeal', {}, { signal })
