import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useProblemWords } from '../../problems/index.ts'

/** Long enough to be read; the browser goes on to show the download by itself. */
const SAID_FOR = 8_000

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
  const done = said !== null && !said.bad
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setSaid(null), SAID_FOR)
    return () => clearTimeout(timer)
  }, [done])
  async function press() {
    setWorking(true)
    setSaid(null)
    try {
      await take()
      setSaid({ text: t`Download started.`, bad: false })
    } catch (error) {
      setSaid({ text: words(error), bad: true })
    } finally {
      setWorking(false)
    }
  }
  return { working, said, press: () => void (working || press()) }
}
