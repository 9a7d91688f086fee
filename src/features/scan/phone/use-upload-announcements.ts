import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { PageState, PhonePage } from './pages/phone-page.ts'

/** Says to a screen reader when a page of this phone was sent or refused. */
export function useUploadAnnouncements(pages: readonly PhonePage[], announce: (words: string) => void): void {
  const { t } = useLingui()
  const before = useRef<ReadonlyMap<string, PageState>>(new Map())
  useEffect(() => {
    for (const { page_id, number, state } of pages) {
      const was = before.current.get(page_id)
      if (!was || was === state || was === 'receiving') continue
      if (state === 'sent') announce(t`Page ${number} uploaded`)
      if (state === 'failed') announce(t`Page ${number} failed`)
    }
    before.current = new Map(pages.map(({ page_id, state }) => [page_id, state]))
  }, [pages, announce, t])
}
