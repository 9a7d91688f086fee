import type { Answer, Sent } from './client.ts'
import type { Credential, World } from './world.ts'

/** Sends the row's operation, with these values in place of its path's placeholders. */
export type Send = (sent?: Sent, values?: Record<string, string>) => Promise<Answer>

/** Calls one operation as the specification says, and holds what it answers to it. */
export interface Check {
  /** Where not every credential that the specification allows can be used: only these. */
  with?: readonly Credential[]
  run(send: Send, world: World): Promise<void>
}

/** Checks by `POST /path/`. */
export type Checks = Record<string, Check | Check['run']>
