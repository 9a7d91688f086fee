import { type UseBoundStore, create as zustandCreate } from 'zustand/react'
import type { StateCreator, StoreApi } from 'zustand/vanilla'

const resets = new Set<() => void>()

/** In place of zustand's: a store that `resetStores` returns to what it begins with. */
export function create<T>(begin: StateCreator<T>): UseBoundStore<StoreApi<T>> {
  const store = zustandCreate(begin)
  resets.add(() => store.setState(begin(store.setState, store.getState, store), true))
  return store
}

export function resetStores(): void {
  for (const reset of resets) reset()
}
