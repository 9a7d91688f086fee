import { useSyncExternalStore } from 'react'

/**
 * Whether a media query holds, kept up to date. For what CSS alone cannot do: the heights of a
 * virtual list.
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
