import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftIcon, CameraIcon } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConnectionLine } from '../connection-line.tsx'
import { HeadButton } from '../head-button.tsx'
import { PageHead } from '../page-head.tsx'
import type { Scan } from '../use-scan.ts'
import { PageRow } from './page-row.tsx'
import { useMoves } from './use-moves.ts'

type PagesPageProps = {
  scan: Scan
  onBack: () => void
  onOpen: (page_id: string) => void
  announce: (words: string) => void
}

/** All pages with their states, and the remaining tasks: the camera is off. */
export function PagesPage({ scan, onBack, onOpen, announce }: PagesPageProps) {
  const { t } = useLingui()
  const { pages, session } = scan
  const list = useRef<HTMLOListElement>(null)
  const total = pages.length
  const { moveTo, lifted, handlersOf } = useMoves(list, scan, announce)
  const unsent = pages.filter(
    ({ state }) => state === 'saving' || state === 'waiting' || state === 'sending',
  ).length
  const failed = pages.filter(({ state }) => state === 'failed').length
  const name = session?.desk_name
  return (
    <div className="scan-cover">
      <PageHead
        isFocused
        leading={<HeadButton label={t`Back to camera`} icon={ArrowLeftIcon} onClick={onBack} />}
        title={<Plural value={total} one="# page" other="# pages" />}
        line={<ConnectionLine scan={scan} />}
      />
      <main className="min-h-0 flex-1 overflow-y-auto">
        {total === 0 && (
          <p className="px-4 py-8 text-center text-ink-soft">
            <Trans>Pages appear here and at the desk.</Trans>
          </p>
        )}
        <ol ref={list} aria-label={t`Pages`}>
          {pages.map((page) => (
            <li
              key={page.page_id}
              className={classNames(
                'select-none',
                lifted?.id === page.page_id && 'opacity-60',
                lifted?.target === page.number - 1 && lifted.id !== page.page_id && 'bg-accent-tint',
              )}
              {...handlersOf(page.page_id)}
            >
              <PageRow
                scan={scan}
                page={page}
                onOpen={() => onOpen(page.page_id)}
                onMove={(to) => moveTo(page.page_id, to)}
              />
            </li>
          ))}
        </ol>
      </main>
      <footer className="scan-foot flex flex-col gap-3 p-4">
        <p className="text-ink-soft">
          {unsent > 0 ? (
            <Plural
              value={unsent}
              one="# page hasn’t been uploaded. Keep this page open."
              other="# pages haven’t been uploaded. Keep this page open."
            />
          ) : failed > 0 ? (
            <Plural value={failed} one="# page couldn’t be uploaded." other="# pages couldn’t be uploaded." />
          ) : total > 0 && name ? (
            <Trans>All pages are at {name}’s desk. The PDF is created there.</Trans>
          ) : total > 0 ? (
            <Trans>All pages are at the desk. The PDF is created there.</Trans>
          ) : null}
        </p>
        <Button variant="primary" wide icon={CameraIcon} className="min-h-12" onClick={onBack}>
          <Trans>Scan more pages</Trans>
        </Button>
      </footer>
    </div>
  )
}
