import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorFromNetwork } from '../../../api/errors.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { herePath } from '../../public-page/index.ts'
import type { LoadReader, ReaderProps } from './reader-props.ts'
import type { ShareActions } from './use-share.ts'
import type { View } from './view.ts'

/**
 * Reading stands in the browser's history, so that Back closes it and a page that was loaded anew
 * goes on with it.
 */
const isReading = () => (history.state as { reading?: boolean } | null)?.reading === true
const pageNow = () => Math.max(1, Number(/^#page=(\d{1,6})$/.exec(location.hash)?.[1] ?? 1))
const writeHistory = (page: number, how: 'pushState' | 'replaceState') =>
  history[how]({ reading: true }, '', `#page=${page}`)

export interface Reading {
  /** What reads, and the address that was granted; null while nobody does. */
  open: { Reader: ComponentType<ReaderProps>; url: string; page: number } | null
  asking: boolean
  error: unknown
  begin: () => void
  close: () => void
  end: (error: ApiError) => void
  onPage: (page: number) => void
}

/** Reading what is shared: from the press, which is counted, until it is closed. */
export function useReading(link: View, { redeem, refresh }: ShareActions, load: LoadReader): Reading {
  const [open, setOpen] = useState<Reading['open']>(null)
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  /** On its way, or open. */
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
        // A reading that is over may stand there still: Back is to lead out of both.
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

  // A page that was loaded anew, or come back to by Forward, goes on where it was; where that would
  // be counted, it waits for a press.
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

  // The link has closed, or asks for its password again: its page says so, and Back leads no more
  // into what is over.
  const isEnded = open !== null && link.status !== 'open'
  useEffect(() => {
    if (isEnded) history.back()
  }, [isEnded])

  const close = useCallback(() => history.back(), [])
  const end = useCallback(
    (error: ApiError) => {
      history.back()
      // Why a link has closed is said by its page.
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

/** The reader's code did not come: the network is gone. */
function notHere(cause: unknown): never {
  throw errorFromNetwork(cause)
}
