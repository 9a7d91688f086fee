import { create } from 'zustand'
import type { ScanPairing } from '../../../../api/scan.ts'

/**
 * Pairing links of this tab's sessions. They are secrets that the server returns once: in memory
 * only, so a reload requests a new one.
 */
export const usePairings = create<{ pairings: Readonly<Record<string, ScanPairing>> }>(() => ({
  pairings: {},
}))

export const keepPairing = (session_id: string, given: ScanPairing): void => {
  const { code, code_expires_at, pairing_token, pairing_url, pairing_urls, is_reachable, has_camera } = given
  const pairing = {
    code,
    code_expires_at,
    pairing_token,
    pairing_url,
    pairing_urls,
    is_reachable,
    has_camera,
  }
  usePairings.setState(({ pairings }) => ({ pairings: { ...pairings, [session_id]: pairing } }))
}

export const usePairing = (session_id: string): ScanPairing | null =>
  usePairings(({ pairings }) => pairings[session_id] ?? null)
