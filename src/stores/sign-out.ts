const listeners = new Set<() => void>()

/** Nothing of an account is to be seen by whoever comes next: whoever keeps something of it outside React asks to be told. */
export const onSignOut = (listener: () => void): void => void listeners.add(listener)

export const tellSignOut = (): void => {
  for (const listener of listeners) listener()
}
