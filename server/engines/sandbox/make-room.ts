/**
 * A child as far as memory is concerned. `heldBytes` is what it holds, and of a busy one at least
 * what its job may need.
 */
export interface MemoryHolder {
  readonly busy: boolean
  readonly heldBytes: number
  kill(): void
}

/**
 * Whether a job that needs `neededBytes` fits into the budget beside the busy children. Where it
 * does, idle children end, largest first, until all fit together. A job fits always where no other
 * is at work.
 */
export function makeRoom(
  budgetBytes: number,
  neededBytes: number,
  children: readonly MemoryHolder[],
): boolean {
  const busy = children.filter((child) => child.busy)
  const idle = children.filter((child) => !child.busy).sort((a, b) => b.heldBytes - a.heldBytes)
  const sum = (of: readonly MemoryHolder[]) => of.reduce((total, { heldBytes }) => total + heldBytes, 0)
  const room = budgetBytes - neededBytes - sum(busy)
  if (room < 0 && busy.length > 0) return false
  let held = sum(idle)
  for (const child of idle) {
    if (held <= room) break
    child.kill()
    held -= child.heldBytes
  }
  return true
}
