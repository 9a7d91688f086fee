import { useCallback, useEffect, useState } from 'react'
import { takeTokenFromFragment } from '../../../public-page/index.ts'
import { keepToken, storedToken } from './stored-token.ts'

export type Pairing = { status: 'reading' } | { status: 'none' } | { status: 'paired'; token: string }

/**
 * The session that this phone is paired with: by the opened link, an entered code, or from storage.
 */
export function usePairing() {
  const [pairing, setPairing] = useState<Pairing>({ status: 'reading' })
  const pair = useCallback((token: string | null) => {
    void keepToken(token)
    setPairing(token === null ? { status: 'none' } : { status: 'paired', token })
  }, [])
  useEffect(() => {
    let isOver = false
    const fromAddress = () => {
      const token = takeTokenFromFragment()
      if (token) pair(token)
      return token !== null
    }
    if (!fromAddress())
      void storedToken().then((token) => {
        if (isOver) return
        // A link that was opened meanwhile has priority over the stored token.
        setPairing((now) =>
          now.status !== 'reading' ? now : token === null ? { status: 'none' } : { status: 'paired', token },
        )
      })
    // Another QR code may be opened in the same tab.
    addEventListener('hashchange', fromAddress)
    return () => {
      isOver = true
      removeEventListener('hashchange', fromAddress)
    }
  }, [pair])
  return { pairing, pair }
}
