import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useProblemWords } from '../problems/index.ts'

export interface Taking {
  working: boolean
  said: { text: string; bad: boolean } | null
  press: () => void
}

/** Downloading what is read: it costs nothing more. */
export function useTake(take: () => Promise<void>): Taking {
  const { t } = useLingui()
  const words = useProblemWords()
  const [working, setWorking] = useState(false)
  const [said, setSaid] = useState<Taking['said']>(null)
  async function press() {
    setWorking(true)
    setSaid(null)
    try {
      await take()
      setSaid({ text: t`The download has begun.`, bad: false })
    } catch (error) {
      setSaid({ text: words(error), bad: true })
    } finally {
      setWorking(false)
    }
  }
  return { working, said, press: () => void (working || press()) }
}
