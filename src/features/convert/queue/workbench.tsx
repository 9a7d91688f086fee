import { useLingui } from '@lingui/react/macro'
import { ArrowRightLeftIcon } from 'lucide-react'
import { useState } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { browseFiles } from '../../../stores/file-taker.ts'
import { Empty } from '../../../ui/empty.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Problem } from '../../problems/index.ts'
import { ConvertList } from './convert-list.tsx'
import { Counts } from './counts.tsx'
import { DropBar } from './drop-bar.tsx'
import { ClearButton } from './list-buttons.tsx'
import { MergeButton } from './merge-button.tsx'
import { ResultPreview } from './result-preview.tsx'
import { ResultsColumn } from './results-column.tsx'
import { useRows } from './rows.ts'
import { RunFoot } from './run-foot.tsx'
import { SetAll } from './set-all.tsx'
import { SidePanel } from './side-panel.tsx'
import { useDrafts } from './use-drafts.ts'

/**
 * From this width on, a file and its result are next to the list; the page's module sets the
 * height.
 */
const WIDE = '(min-width: 105rem)'

/** Files on the left, the next run with its price on the right. */
export function Workbench() {
  const { t } = useLingui()
  const { rows, catalog } = useRows()
  const [current, setCurrent] = useState<string | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const beside = useMedia(WIDE)
  useDrafts()
  const at = rows.find(({ file }) => file.id === current) ?? rows[0]
  if (catalog.error)
    return (
      <PageFrame>
        <Problem error={catalog.error} onRetry={catalog.refetch} />
      </PageFrame>
    )
  if (rows.length === 0)
    return (
      <PageFrame>
        <DropBar />
        <h2 className="sr-only">{t`Files`}</h2>
        <Empty
          icon={ArrowRightLeftIcon}
          title={t`No files to convert yet`}
          action={{ label: t`Browse`, onClick: browseFiles }}
        >
          {t`Drop, paste or browse for files. Each shows its output formats and prices.`}
        </Empty>
      </PageFrame>
    )
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col min-[105rem]:overflow-y-auto">
        <div className="max-w-page px-4 pt-4 md:ps-6 md:pe-5">
          <DropBar />
        </div>
        <PageFrame
          side={
            <ResultsColumn
              rows={rows}
              catalog={catalog.catalog}
              at={at}
              beside={beside}
              onPreview={setPreview}
            />
          }
        >
          <div className="grid min-w-0 gap-2">
            <div className="flex min-h-8 items-center justify-between gap-3">
              <Counts rows={rows} />
              <div className="flex flex-wrap justify-end gap-2">
                <ClearButton rows={rows} />
                <MergeButton catalog={catalog.catalog} />
                <SetAll rows={rows} catalog={catalog.catalog} />
              </div>
            </div>
            {catalog.isPending ? (
              <Skeleton rows={rows.length} />
            ) : (
              <ConvertList
                rows={rows}
                catalog={catalog.catalog}
                current={at?.file.id ?? null}
                onCurrent={setCurrent}
                beside={beside}
                onPreview={setPreview}
              />
            )}
          </div>
        </PageFrame>
        <RunFoot rows={rows} />
      </div>
      {beside && <SidePanel row={at} />}
      <ResultPreview rows={rows} id={preview} onMove={setPreview} />
    </div>
  )
}
