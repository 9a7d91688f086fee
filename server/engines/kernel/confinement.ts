/** Strongest first. */
export const SANDBOX_KINDS = ['bwrap', 'unshare-files', 'unshare-net', 'none'] as const
export type SandboxKind = (typeof SANDBOX_KINDS)[number]

export interface Confinement {
  kind: SandboxKind
  /** Whether the network is unreachable. */
  network: boolean
  /** Whether native code can reach only the child's own folder and the programs. */
  filesystem: boolean
  detail: string
}
