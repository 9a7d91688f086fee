const listeners = new Set<() => void>()

/**
 * Clears this account's data for the next user: modules with data outside React subscribe here.
 * @returns the function that unsubscribes
 */
export function onSignOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const tellSignOut = (): void => {
  for (const listener of listeners) listener()
}
