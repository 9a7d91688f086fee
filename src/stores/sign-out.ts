const listeners = new Set<() => void>()

/**
 * Nothing of an account is to be seen by whoever comes next: whoever keeps something of it outside React asks to be told.
 * @returns what ends the asking
 */
export function onSignOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const tellSignOut = (): void => {
  for (const listener of listeners) listener()
}
