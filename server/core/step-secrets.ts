import type { Secrets } from '../platform.ts'

/** Passwords in the options of steps, by step id and option name. */
export type StepSecrets = Record<string, Record<string, string>>

const PURPOSE = 'pipeline options'

/** Encrypted for storage; null if there are none. */
export const sealSteps = (secrets: Secrets, given: StepSecrets): Buffer | null =>
  Object.keys(given).length === 0 ? null : secrets.seal(Buffer.from(JSON.stringify(given)), PURPOSE)

/** @throws if they were encrypted with another instance's key */
export const openSteps = (secrets: Secrets, sealed: Buffer | null): StepSecrets =>
  sealed === null ? {} : JSON.parse(secrets.open(sealed, PURPOSE).toString())
