import type { Secrets } from '../platform.ts'

/** Passwords among the options of steps, by the step's id and the option's name. */
export type StepSecrets = Record<string, Record<string, string>>

const PURPOSE = 'pipeline options'

/** Sealed as they are stored; null where there are none. */
export const sealSteps = (secrets: Secrets, given: StepSecrets): Buffer | null =>
  Object.keys(given).length === 0 ? null : secrets.seal(Buffer.from(JSON.stringify(given)), PURPOSE)

/** @throws where they were sealed under another instance's key */
export const openSteps = (secrets: Secrets, sealed: Buffer | null): StepSecrets =>
  sealed === null ? {} : JSON.parse(secrets.open(sealed, PURPOSE).toString())
