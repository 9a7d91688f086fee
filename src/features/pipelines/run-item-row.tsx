import { useLingui } from '@lingui/react/macro'
import {
  DownloadIcon,
  EllipsisIcon,
  ExternalLinkIcon,
  HardDriveIcon,
  PencilIcon,
  Share2Icon,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Conversion } from '../../api/history.ts'
import type { PipelineRun, RunItem } from '../../api/pipelines.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { serverText } from '../../lib/server-text.ts'
import { startDownload } from '../../lib/start-download.ts'
import { paths } from '../../paths.ts'
import { FileName } from '../../ui/file-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { failureWords } from '../problems/index.ts'
import { canStore, useStoreOutputs } from '../storage/index.ts'
import { ItemChain } from './item-chain.tsx'
import { useStepLabel } from './use-step-label.ts'

type RunItemRowProps = {
  run: PipelineRun
  item: RunItem
  index: number
  height: number
  onShare: (conversion: Conversion) => void
}

/** A file: its progress through the steps, its state, and the actions for its result. */
export function RunItemRow({ run, item, index, height, onShare }: RunItemRowProps) {
  const { i18n } = useLingui()
  const { conversion } = item
  const { filename, output, size_bytes, conversion_id } = conversion
  const stepLabel = useStepLabel()
  const labels = run.steps.map((step) => stepLabel(step, step.label))
  return (
    <Row
      family="document"
      spine
      aria-rowindex={index + 2}
      className="overflow-hidden max-sm:content-center max-sm:gap-y-1"
      style={{ height }}
    >
      <Cell>
        <Link
          to={paths.conversion(conversion_id)}
          aria-label={filename}
          title={filename}
          className="flex min-w-0 font-medium hover:underline"
        >
          <FileName named name={filename} />
        </Link>
      </Cell>
      <Cell className="max-sm:col-span-2 max-sm:row-start-2">
        <ItemChain item={item} labels={labels} />
      </Cell>
      <Cell className="text-small max-sm:col-span-2 max-sm:row-start-3">
        <Standing item={item} labels={labels} />
      </Cell>
      <Cell end faint className="max-sm:hidden">
        {formatBytes(output?.size_bytes ?? size_bytes, i18n.locale)}
      </Cell>
      <Cell end className="max-sm:col-start-2 max-sm:row-start-1">
        <ItemActions run={run} item={item} onShare={onShare} />
      </Cell>
    </Row>
  )
}

/**
 * The index of the step at which a file stopped: failed, or not started because of an earlier one.
 * -1 for none.
 */
function stoppedAt(steps: RunItem['steps']): number {
  const failed = steps.findIndex(({ status }) => status === 'failed')
  return failed >= 0 ? failed : steps.findIndex(({ status }) => status === 'skipped')
}

/** The current step, or the failed one and why. */
function Standing({ item, labels }: { item: RunItem; labels: readonly string[] }) {
  const { t, i18n } = useLingui()
  const { conversion, steps } = item
  if (conversion.status === 'completed') return <StatusWord status="done">{t`Completed`}</StatusWord>
  if (conversion.status === 'failed') {
    const at = stoppedAt(steps)
    const [number, label] = [at + 1, labels[at]]
    // The step's error message: the conversion's message repeats the step's name.
    const { code, message } = steps[at]?.error ?? conversion.error ?? { code: 'internal', message: '' }
    if (code === 'cancelled') return <StatusWord status="cancelled">{t`Cancelled`}</StatusWord>
    const short = i18n._(failureWords(code).short)
    return (
      <span className="block min-w-0" title={message}>
        <span className="block truncate font-medium text-bad">
          {at < 0 ? short : t`Step ${number} (${label}): ${short}`}
        </span>
        <span className="block truncate text-ink-soft">{message}</span>
      </span>
    )
  }
  const at = steps.findIndex(({ status }) => status === 'running')
  const [number, count, label] = [at + 1, steps.length, labels[at]]
  const stage = steps[at]?.stage_message
  return at < 0 ? (
    <StatusWord status="waiting">{t`Queued`}</StatusWord>
  ) : (
    <span title={stage ? serverText(i18n, stage) : undefined}>
      <StatusWord status="working">{t`Step ${number} of ${count}: ${label}`}</StatusWord>
    </span>
  )
}

function ItemActions({ run, item, onShare }: Pick<RunItemRowProps, 'run' | 'item' | 'onShare'>) {
  const { t } = useLingui()
  const store = useStoreOutputs()
  const { conversion, steps } = item
  const { conversion_id, download_url, filename, status, output } = conversion
  const name = output?.filename ?? filename
  const failedAt = stoppedAt(steps) + 1
  const entries: MenuEntry[] = [
    ...(canStore(conversion)
      ? [{ label: t`Save to Storage`, icon: HardDriveIcon, onSelect: () => void store([conversion]) }]
      : []),
    ...(download_url ? [{ label: t`Share`, icon: Share2Icon, onSelect: () => onShare(conversion) }] : []),
    ...(status === 'failed' && run.pipeline_id && failedAt > 0
      ? [
          {
            label: t`Edit step ${failedAt}`,
            icon: PencilIcon,
            render: <Link to={paths.pipeline(run.pipeline_id, { step: String(failedAt) })} />,
          },
        ]
      : []),
    {
      label: t`Original and details`,
      icon: ExternalLinkIcon,
      render: <Link to={paths.conversion(conversion_id)} />,
    },
  ]
  return (
    <span className="flex justify-end">
      {download_url && (
        <IconButton
          name={t`Download ${name}`}
          icon={DownloadIcon}
          onClick={() => startDownload(download_url)}
        />
      )}
      <Menu trigger={<IconButton name={t`More for ${filename}`} icon={EllipsisIcon} />} entries={entries} />
    </span>
  )
}
