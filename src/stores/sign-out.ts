const listeners = new Set<() => void>()

/**
 * The next user of the browser sees nothing of this account: modules that keep data outside React
 * subscribe here.
 * @returns the function that unsubscribes
 */
export function onSignOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const tellSignOut = (): void => {
  for (const listener of listeners) listener()
}
