import { useSyncExternalStore } from 'react'

/**
 * Whether a media query matches, updated live. For what CSS cannot do: the row heights of a virtual
 * list.
 */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}
