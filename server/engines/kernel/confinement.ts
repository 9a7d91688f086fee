/** From the strongest to none. */
export const SANDBOX_KINDS = ['bwrap', 'unshare-files', 'unshare-net', 'none'] as const
export type SandboxKind = (typeof SANDBOX_KINDS)[number]

export interface Confinement {
  kind: SandboxKind
  /** Is the network out of reach? */
  network: boolean
  /**
   * Is everything but the child's own folder and the programs out of reach, for native code too?
   */
  filesystem: boolean
  detail: string
}
