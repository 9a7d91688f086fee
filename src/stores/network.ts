import { create } from 'zustand'

/** Whether this device has a network. Each request finds out whether the server responds. */
export const useNetwork = create<{ online: boolean }>(() => ({ online: navigator.onLine !== false }))

export function startNetwork(): void {
  addEventListener('online', () => useNetwork.setState({ online: true }))
  addEventListener('offline', () => useNetwork.setState({ online: false }))
}
