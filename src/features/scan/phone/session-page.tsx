import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SheetFinder } from '../frames/index.ts'
import { CapturePage } from './capture/capture-page.tsx'
import { CornersPage } from './corners/corners-page.tsx'
import { PagesPage } from './pages/pages-page.tsx'
import type { PageState, PhonePage } from './pages/phone-page.ts'
import { isUnsent } from './queue/queued-page.ts'
import { ScanToast } from './scan-toast.tsx'
import { LeaveDialog } from './session/leave-dialog.tsx'
import { scanChoices } from './settings.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import type { Scan } from './use-scan.ts'

/** The view over the camera. `from` is the view to return to. */
type Cover =
  | { view: 'none' }
  | { view: 'pages' }
  | { view: 'corners'; page_id: string; from: 'none' | 'pages' }

type SessionPageProps = { scan: Scan; finder: SheetFinder; onLeave: () => void }

/** A paired phone: the camera, and over it the corners of a page or the list of all pages. */
export function SessionPage({ scan, finder, onLeave }: SessionPageProps) {
  const [cover, setCover] = useState<Cover>({ view: 'none' })
  const [retakeId, setRetakeId] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'leave' | 'settings' | null>(null)
  const [notice, setNotice] = useState('')
  const announce = useCallback((words: string) => setNotice(words), [])
  const { pages, session, queued, token } = scan
  useUploadAnnouncements(pages, announce)

  const open = cover.view === 'corners' ? pages.find(({ page_id }) => page_id === cover.page_id) : undefined
  // A page that another device deleted cannot be edited; one that was just captured appears
  // shortly.
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (open) shown.current = open.page_id
    else if (cover.view === 'corners' && shown.current === cover.page_id) setCover({ view: cover.from })
  }, [open, cover])
  const retake: PhonePage | null = pages.find(({ page_id }) => page_id === retakeId) ?? null

  function captured(page_id: string) {
    if (retakeId !== null || scanChoices().asksEach) setCover({ view: 'corners', page_id, from: 'none' })
    setRetakeId(null)
  }
  return (
    <>
      <CapturePage
        {...{ scan, finder, retake, announce }}
        isCovered={cover.view !== 'none' || dialog !== null}
        hasCamera={cover.view !== 'pages'}
        onCaptured={captured}
        onRetake={setRetakeId}
        onOpen={(page_id) => setCover({ view: 'corners', page_id, from: 'none' })}
        onDone={() => (retakeId === null ? setCover({ view: 'pages' }) : setRetakeId(null))}
        onLeave={() => setDialog('leave')}
        onSettings={() => setDialog('settings')}
      />
      {cover.view === 'pages' && (
        <PagesPage
          {...{ scan, announce }}
          onBack={() => setCover({ view: 'none' })}
          onOpen={(page_id) => setCover({ view: 'corners', page_id, from: 'pages' })}
        />
      )}
      {cover.view === 'corners' && open && (
        <CornersPage
          key={open.page_id}
          scan={scan}
          page={open}
          onClose={() => setCover({ view: cover.from })}
          onRetake={() => {
            setRetakeId(open.page_id)
            setCover({ view: 'none' })
          }}
        />
      )}
      <SettingsDialog isOpen={dialog === 'settings'} onClose={() => setDialog(null)} scan={scan} />
      <LeaveDialog
        isOpen={dialog === 'leave'}
        deskName={session?.desk_name ?? null}
        unsent={queued.pages.filter((page) => page.token === token && isUnsent(page)).length}
        onClose={() => setDialog(null)}
        onLeave={onLeave}
      />
      <ScanToast scan={scan} />
      <p role="status" className="sr-only">
        {notice}
      </p>
    </>
  )
}

/** Announces when a page of this phone was sent or refused. */
function useUploadAnnouncements(pages: readonly PhonePage[], announce: (words: string) => void): void {
  const { t } = useLingui()
  const previous = useRef<ReadonlyMap<string, PageState>>(new Map())
  useEffect(() => {
    for (const { page_id, number, state } of pages) {
      const was = previous.current.get(page_id)
      if (!was || was === state || was === 'receiving') continue
      if (state === 'sent') announce(t`Page ${number} uploaded`)
      if (state === 'failed') announce(t`Page ${number} failed`)
    }
    previous.current = new Map(pages.map(({ page_id, state }) => [page_id, state]))
  }, [pages, announce, t])
}
