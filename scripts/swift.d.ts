/** Debian's packages, a file of each. */
export const SWIFT: Record<string, string>
export function isSwiftHere(): boolean
export interface Swift {
  url: string
  accessKeyId: string
  secretAccessKey: string
  /** Its processes. */
  pids: readonly number[]
  stop(): Promise<void>
}
/** Starts it in a new folder, and returns when it answers. */
export function startSwift(folder: string): Promise<Swift>
