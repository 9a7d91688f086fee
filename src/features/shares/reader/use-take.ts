import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useProblemWords } from '../../problems/index.ts'

/** Long enough to read; the browser shows the download's progress. */
const SAID_FOR = 8_000

export interface Taking {
  working: boolean
  notice: { text: string; bad: boolean } | null
  press: () => void
}

/** Downloads the file that is being read, which is not counted again. */
export function useTake(take: () => Promise<void>): Taking {
  const { t } = useLingui()
  const words = useProblemWords()
  const [working, setWorking] = useState(false)
  const [notice, setNotice] = useState<Taking['notice']>(null)
  const done = notice !== null && !notice.bad
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setNotice(null), SAID_FOR)
    return () => clearTimeout(timer)
  }, [done])
  async function press() {
    setWorking(true)
    setNotice(null)
    try {
      await take()
      setNotice({ text: t`Download started.`, bad: false })
    } catch (error) {
      setNotice({ text: words(error), bad: true })
    } finally {
      setWorking(false)
    }
  }
  return { working, notice, press: () => void (working || press()) }
}
