import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isOpenScan, type ScanSession } from '../../../api/scan.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { usePaste } from '../../../lib/use-paste.ts'
import { useWindowFiles } from '../../../stores/file-taker.ts'
import { Banner } from '../../../ui/banner.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { useAddPages } from './add/use-add-pages.ts'
import { WaysIn } from './add/ways-in.tsx'
import { SessionActions } from './desk-head.tsx'
import { Ended } from './ended.tsx'
import { usePageActions } from './live/use-page-actions.ts'
import { useScan } from './live/use-scan.ts'
import { Output } from './output/output.tsx'
import { OutputSheet } from './output/output-sheet.tsx'
import { useOutput } from './output/use-output.ts'
import { FirstPhone } from './pairing/first-phone.tsx'
import { Strip } from './strip/strip.tsx'
import { PageView } from './view/page-view.tsx'

/** A scan session at the desk: its pages, the selected one, and the PDF form. */
export function Desk({ session_id }: { session_id: string }) {
  const { t } = useLingui()
  const { session, error, refetch, isPaused, isLost } = useScan(session_id)
  if (session && !isOpenScan(session)) return <Ended session={session} />
  if (session)
    return (
      <>
        {isLost && (
          <Banner kind="offline">
            {t`Connection lost. New pages from phones appear when it’s restored.`}
          </Banner>
        )}
        <Open session={session} />
      </>
    )
  return (
    <PageFrame>
      {error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : isPaused ? (
        <Coming paused rows={4} />
      ) : (
        <Skeleton rows={5} />
      )}
    </PageFrame>
  )
}

function Open({ session }: { session: ScanSession }) {
  const { t } = useLingui()
  const { session_id, pages } = session
  const acts = usePageActions(session_id)
  const { addFiles, addStored } = useAddPages(session_id)
  const isWide = useMedia('(min-width: 48rem)')
  const isRoomy = useMedia('(min-width: 80rem)')
  // Next to the panel, filters only fit side by side in a wider window.
  const hasFilterRow = useMedia('(min-width: 88rem)')
  useWindowFiles({
    hint: (count) =>
      t({ message: plural(count, { one: 'Drop to add # page', other: 'Drop to add # pages' }) }),
    onFiles: addFiles,
  })
  usePaste(({ files }) => {
    if (files.length > 0) addFiles([...files])
  })
  const { page, choose } = useChosen(session)
  const output = useOutput(session)
  if (!page)
    return (
      <>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <FirstPhone session={session}>
            <WaysIn onStored={addStored} />
          </FirstPhone>
        </div>
        {!isWide && (
          <div className="flex flex-none gap-2 border-t border-line-strong bg-surface px-4 py-2.5">
            <SessionActions session={session} />
          </div>
        )}
      </>
    )
  const at = pages.indexOf(page)
  const step = (by: number) => {
    const next = pages[at + by]
    if (next) choose(next.page_id)
  }
  const remove = (page_id: string) => {
    const gone = pages.find((one) => one.page_id === page_id)
    if (!gone) return
    const neighbour = pages[gone.position] ?? pages[gone.position - 2]
    if (page_id === page.page_id && neighbour) choose(neighbour.page_id)
    void acts.remove(gone)
  }
  const strip = (
    <Strip
      session={session}
      current={page.page_id}
      isAcross={!isWide}
      acts={acts}
      onChoose={choose}
      onRemove={remove}
    />
  )
  return (
    <div className="flex min-h-0 flex-1">
      {isWide && strip}
      <div className="flex min-w-0 flex-1 flex-col">
        <PageView
          session={session}
          page={page}
          acts={acts}
          room={hasFilterRow ? 'wide' : isWide ? 'medium' : 'narrow'}
          onStep={step}
          onRemove={() => remove(page.page_id)}
        />
        {!isWide && strip}
        {!isRoomy && (
          <OutputSheet session={session} output={output}>
            {!isWide && <SessionActions session={session} />}
          </OutputSheet>
        )}
      </div>
      {isRoomy && (
        <aside
          aria-label={t`PDF and phones`}
          className="flex w-79 flex-none flex-col border-s border-line-strong bg-surface"
        >
          <Output session={session} output={output} />
        </aside>
      )}
    </div>
  )
}

/**
 * The displayed page. The first page is selected automatically; later ones don't change the
 * selection.
 */
function useChosen({ pages }: ScanSession) {
  const [chosen, choose] = useState<string | null>(null)
  const page = pages.find(({ page_id }) => page_id === chosen) ?? pages[0]
  return { page, choose }
}
