import { useSyncExternalStore } from 'react'

function listen(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether this device has a network. */
export const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine !== false)
