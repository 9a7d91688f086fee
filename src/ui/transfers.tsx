import { Trans, useLingui } from '@lingui/react/macro'
import {
  ArrowUpIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  PauseIcon,
  PlayIcon,
  RotateCcwIcon,
  XIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatPercent } from '../lib/format-number.ts'
import { Button } from './button.tsx'
import { FileName } from './file-name.tsx'
import { IconButton } from './icon-button.tsx'
import { ProgressLine } from './progress-line.tsx'

export type Transfer = {
  id: string
  name: string
  /** The number of other files in the same upload. */
  more?: number
  /** "256 of 412 MB, 9 s left", "Connection lost, tries again in 8 s" */
  says: string
  percent?: number
  onCancel: () => void
} & (
  | { state: 'going'; onPause: () => void }
  | { state: 'paused'; onResume: () => void }
  | { state: 'failed'; onRetry: () => void }
  | { state: 'waiting'; onFirst?: () => void }
  | { state: 'done' }
)

type TransfersBarProps = {
  /** "2 of 6 done" */
  count: string
  /** "18.4 MB/s", "1 min 40 s left" */
  facts: readonly string[]
  percent: number
  transfers: readonly Transfer[]
  open: boolean
  onOpenChange: (open: boolean) => void
  paused: boolean
  onPauseAll: () => void
}

/**
 * The bottom bar during uploads: total progress on its top edge, the current files, the tray above
 * it.
 */
export function TransfersBar(props: TransfersBarProps) {
  const { count, facts, percent, transfers, open, onOpenChange, paused, onPauseAll } = props
  const { t } = useLingui()
  const current = transfers.filter(({ state }) => state === 'going' || state === 'paused').slice(0, 2)
  return (
    <section
      aria-label={t`Uploads`}
      className="relative z-(--z-bar) border-t border-line-strong bg-rail text-small"
    >
      {open && <Tray transfers={transfers} />}
      <div className="absolute inset-x-0 -top-0.5">
        <ProgressLine thin label={t`All uploads`} percent={percent} state={paused ? 'paused' : 'going'} />
      </div>
      <div className="flex min-h-11 items-stretch md:min-h-(--size-transfers)">
        <Slot>
          <p>
            <strong className="font-medium text-ink">
              <Trans>Uploads</Trans>
            </strong>{' '}
            {count}
          </p>
          <p className="flex flex-wrap gap-x-5 max-md:hidden">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </Slot>
        {current.map((transfer) => (
          <Slot key={transfer.id} file>
            <div className="flex items-center gap-1">
              <span className="min-w-0 flex-1 text-ink">
                <FileName name={transfer.name} strong more={transfer.more ?? 0} />
              </span>
              <Actions transfer={transfer} />
            </div>
            <Says transfer={transfer} />
          </Slot>
        ))}
        <div className="ms-auto flex items-center gap-1 px-3">
          <Button size={28} icon={paused ? PlayIcon : PauseIcon} onClick={onPauseAll}>
            {paused ? <Trans>Resume all</Trans> : <Trans>Pause all</Trans>}
          </Button>
          <IconButton
            name={open ? t`Hide uploads` : t`Show uploads`}
            icon={open ? ChevronDownIcon : ChevronUpIcon}
            aria-expanded={open}
            onClick={() => onOpenChange(!open)}
          />
        </div>
      </div>
    </section>
  )
}

function Slot({ file, children }: { file?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-col justify-center gap-0.5 border-line-strong px-4 py-1 text-ink-soft md:border-e md:ps-6',
        file && 'w-80 max-lg:hidden',
      )}
    >
      {children}
    </div>
  )
}

/** All uploads, in a list above the bar. */
function Tray({ transfers }: { transfers: readonly Transfer[] }) {
  return (
    <div className="absolute end-0 bottom-full max-h-[60dvh] w-full overflow-y-auto border border-line-strong bg-raised shadow-pop sm:me-3 sm:mb-2 sm:w-96 sm:rounded-sheet">
      <TransferList transfers={transfers} />
    </div>
  )
}

export function TransferList({ transfers }: { transfers: readonly Transfer[] }) {
  return (
    <ul className="divide-y divide-line text-small">
      {transfers.map((transfer) => (
        <li key={transfer.id} className="flex items-center gap-1 py-2 ps-4 pe-2">
          <div className="min-w-0 flex-1">
            <FileName name={transfer.name} strong more={transfer.more ?? 0} />
            <Says transfer={transfer} />
            <div className="mt-1">
              <ProgressLine
                label={transfer.name}
                percent={transfer.percent}
                state={transfer.state === 'failed' || transfer.state === 'paused' ? transfer.state : 'going'}
              />
            </div>
          </div>
          <Actions transfer={transfer} />
        </li>
      ))}
    </ul>
  )
}

function Says({ transfer: { says, percent, state } }: { transfer: Transfer }) {
  const { i18n } = useLingui()
  return (
    <p className="flex justify-between gap-3 text-ink-soft">
      <span className={state === 'failed' ? 'text-bad' : undefined}>{says}</span>
      {percent !== undefined && <span>{formatPercent(percent, i18n.locale)}</span>}
    </p>
  )
}

/** The actions of an upload; their names contain the file. */
function Actions({ transfer }: { transfer: Transfer }) {
  const { t } = useLingui()
  const { name } = transfer
  return (
    <span className="flex">
      {transfer.state === 'going' && (
        <IconButton size={24} name={t`Pause ${name}`} icon={PauseIcon} onClick={transfer.onPause} />
      )}
      {transfer.state === 'paused' && (
        <IconButton size={24} name={t`Resume ${name}`} icon={PlayIcon} onClick={transfer.onResume} />
      )}
      {transfer.state === 'failed' && (
        <IconButton size={24} name={t`Retry ${name}`} icon={RotateCcwIcon} onClick={transfer.onRetry} />
      )}
      {transfer.state === 'waiting' && transfer.onFirst && (
        <IconButton size={24} name={t`Upload ${name} first`} icon={ArrowUpIcon} onClick={transfer.onFirst} />
      )}
      <IconButton
        size={24}
        name={transfer.state === 'done' ? t`Remove ${name}` : t`Cancel ${name}`}
        icon={XIcon}
        onClick={transfer.onCancel}
      />
    </span>
  )
}
