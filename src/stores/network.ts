import { create } from 'zustand'

/**
 * Whether this device has a network. That the service answers is another matter, seen by each
 * request.
 */
export const useNetwork = create<{ online: boolean }>(() => ({ online: navigator.onLine !== false }))

export function startNetwork(): void {
  addEventListener('online', () => useNetwork.setState({ online: true }))
  addEventListener('offline', () => useNetwork.setState({ online: false }))
}
