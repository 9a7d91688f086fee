/**
 * The memory of a child. `heldBytes` is its use; for a busy one at least its job's expected need.
 */
export interface MemoryHolder {
  readonly busy: boolean
  readonly heldBytes: number
  kill(): void
}

/**
 * Whether a job of `neededBytes` fits into the budget beside the busy children. If so, ends idle
 * children, largest first, until all fit. A job always fits if no other runs.
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
