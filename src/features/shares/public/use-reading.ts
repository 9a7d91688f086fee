import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorFromNetwork } from '../../../api/errors.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { herePath } from '../../public-page/index.ts'
import type { LoadReader, ReaderProps } from './reader-props.ts'
import type { ShareActions } from './use-share.ts'
import type { View } from './view.ts'

/**
 * The reading state is in the browser's history, so that Back closes the reader and a reload
 * resumes it.
 */
const isReading = () => (history.state as { reading?: boolean } | null)?.reading === true
const pageNow = () => Math.max(1, Number(/^#page=(\d{1,6})$/.exec(location.hash)?.[1] ?? 1))
const writeHistory = (page: number, how: 'pushState' | 'replaceState') =>
  history[how]({ reading: true }, '', `#page=${page}`)

export interface Reading {
  /** The reader and the granted URL; null while it is closed. */
  open: { Reader: ComponentType<ReaderProps>; url: string; page: number } | null
  asking: boolean
  error: unknown
  begin: () => void
  close: () => void
  end: (error: ApiError) => void
  onPage: (page: number) => void
}

/** Reading the shared file: from the click, which is counted, until it is closed. */
export function useReading(link: View, { redeem, refresh }: ShareActions, load: LoadReader): Reading {
  const [open, setOpen] = useState<Reading['open']>(null)
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  /** Loading or open. */
  const begun = useRef(false)

  const start = useCallback(
    async (isNew: boolean) => {
      if (begun.current) return
      begun.current = true
      const page = pageNow()
      setAsking(true)
      setError(null)
      try {
        // Reading again is not counted: if the code fails to load, the next press is free.
        const [Reader, url] = await Promise.all([load().catch(notHere), redeem('read')])
        if (url === null) {
          begun.current = false
          return
        }
        // An ended reading may still be in the history: Back has to leave both.
        if (isNew) writeHistory(page, isReading() ? 'replaceState' : 'pushState')
        setOpen({ Reader, url: herePath(url), page })
      } catch (thrown) {
        begun.current = false
        setError(thrown)
      } finally {
        setAsking(false)
      }
    },
    [load, redeem],
  )

  // After a reload or Forward it resumes; if that would be counted, it waits for a click.
  const goesOn = link.status === 'open' && link.view.reading_until !== null
  const latest = useLatest(goesOn)
  useEffect(() => {
    if (goesOn && isReading()) void start(false)
  }, [goesOn, start])
  useEffect(() => {
    const onMove = () => {
      if (!isReading()) {
        begun.current = false
        setOpen(null)
      } else if (latest.current) void start(false)
    }
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [start])

  // The link was closed, or asks for its password again: its page is shown, and Back does not
  // return to the reader.
  const isEnded = open !== null && link.status !== 'open'
  useEffect(() => {
    if (isEnded) history.back()
  }, [isEnded])

  const close = useCallback(() => history.back(), [])
  const end = useCallback(
    (error: ApiError) => {
      history.back()
      // The page shows why a link was closed.
      setError(error)
      void refresh()
    },
    [refresh],
  )
  const onPage = useCallback((page: number) => {
    if (isReading()) writeHistory(page, 'replaceState')
  }, [])
  return { open, asking, error, begin: () => void start(true), close, end, onPage }
}

/** The reader's code failed to load: there is no network. */
function notHere(cause: unknown): never {
  throw errorFromNetwork(cause)
}
