import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { memo, useId, useState } from 'react'
import type { Catalog } from '../../../api/convert.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { useNow } from '../../../lib/use-now.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { Motif } from '../../../ui/motif.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { TargetPicker } from '../../../ui/target-picker.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { drawnThumbnail } from '../conversion/index.ts'
import { choose } from './files.ts'
import { MergePanel, MergeToggle } from './merge-panel.tsx'
import { opensPreview } from './opens-preview.ts'
import { RowActions } from './row-actions.tsx'
import { useRowLabels, useRowName, useSourceLabel } from './row-labels.ts'
import { RowResult } from './row-result.tsx'
import { RowTrouble } from './row-trouble.tsx'
import { type ConvertRow, isTunable, storedOriginal } from './rows.ts'
import { useTargetItems } from './target-choice.tsx'
import { targetsOf } from './targets.ts'

type FileRowProps = {
  row: ConvertRow
  catalog: Catalog
  /** It waits, and the balance is too low for it. */
  unpaid: boolean
  current: boolean
  /** Whether its preview is shown next to the list. */
  shown: boolean
  optionsOpen: boolean
  onCurrent: (id: string) => void
  onOptions: (id: string | null) => void
  onPreview: (id: string) => void
}

/** A file from its source to its target. Memoized: rows change independently. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { row, catalog, unpaid, current, shown: beside, optionsOpen, onCurrent, onOptions, onPreview } = props
  const { t } = useLingui()
  const { file, state, target, family } = row
  const now = useNow(state.kind === 'working')
  const words = useRowLabels(row, now)
  const from = useSourceLabel()(row)
  const several = file.parts.length > 0
  const [shown, setShown] = useState<boolean | null>(null)
  // Files that can still be reordered are shown; after the merge there is only one.
  const open = several && (shown ?? state.kind !== 'done')
  const panel = useId()
  const previews = state.kind === 'done' && state.conversion.download_url !== null
  return (
    <article
      data-row={file.id}
      aria-label={useRowName()(file)}
      // One tab stop; the arrow keys move between rows.
      tabIndex={current ? 0 : -1}
      onFocus={() => onCurrent(file.id)}
      {...(previews && opensPreview(() => onPreview(file.id)))}
      aria-current={beside || undefined}
      className="group/row relative grid aria-current:bg-hover data-previews:cursor-pointer data-previews:hover:bg-hover min-h-(--size-row-file) [contain-intrinsic-block-size:auto_65px] [content-visibility:auto] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-3 py-2.5 focus-visible:focus-inset sm:grid-cols-[minmax(0,1fr)_268px_60px_auto]"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Thumbnail
          family={family}
          src={thumbnailOf(row) ?? (state.kind === 'done' ? drawnThumbnail(catalog, state.conversion) : null)}
        />
        <div className="min-w-0">
          <FileName name={file.name} strong />
          <p className="flex flex-wrap gap-x-2 text-small text-ink-soft">
            {several && (
              <MergeToggle count={file.parts.length} open={open} onOpenChange={setShown} panel={panel} />
            )}
            {useMeasure(row)}
          </p>
        </div>
      </div>
      <div className="max-sm:order-3 max-sm:col-span-2">
        <Motif
          {...words.motif}
          {...(family && { family })}
          from={from}
          to={target?.label ?? '–'}
          {...(unpaid
            ? { note: <StatusWord status="warning">{t`Not enough credits`}</StatusWord>, figure: words.note }
            : previews
              ? { note: words.note, figure: <RowResult row={row} onPreview={onPreview} /> }
              : (words.note || words.figure) && { note: words.note, figure: words.figure })}
          {...(canChoose(row) && { picker: <Picker row={row} catalog={catalog} /> })}
        />
      </div>
      <Price row={row} />
      <RowActions
        row={row}
        optionsOpen={optionsOpen}
        onOptions={(open) => onOptions(open ? file.id : null)}
      />
      <RowTrouble row={row} />
      {open && <MergePanel id={panel} row={row} catalog={catalog} />}
    </article>
  )
})

/** The file's thumbnail; for a merge the first file's, until there is a result. */
const thumbnailOf = ({ file, state }: ConvertRow): string | null =>
  (state.kind === 'done' ? file : (file.parts[0] ?? file)).thumb

/** A target can be changed until the upload starts, and again after a failure. */
const canChoose = (row: ConvertRow): boolean =>
  row.source !== null && row.file.parts.length === 0 && row.source.outputs.length > 0 && isTunable(row)

function Picker({ row, catalog }: { row: ConvertRow; catalog: Catalog }) {
  const { item, groups, changes } = useTargetItems(catalog)
  const { source, target, choice, file } = row
  if (!source) return null
  const { best, rest } = targetsOf(catalog, source)
  return (
    <TargetPicker
      best={best.map(item(source.format))}
      kinds={[...groups(rest, source.format), ...changes(source.format)]}
      value={choice ?? ''}
      {...(target && { shown: target.label })}
      onChange={(target) => choose(file.id, { target }, storedOriginal(row))}
    />
  )
}

/** Known properties: "4,032 × 3,024, 3.1 MB". */
function useMeasure({ file, state }: ConvertRow): string {
  const { t, i18n } = useLingui()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const size = formatBytes(file.size, i18n.locale)
  const pages = state.kind === 'done' ? state.conversion.output?.pages : undefined
  if (file.pixels) return `${number(file.pixels.width)} × ${number(file.pixels.height)}, ${size}`
  if (pages === undefined) return size
  const count = t({ message: plural(pages, { one: '# page', other: '# pages' }) })
  return `${count}, ${size}`
}

/** The number of credits and its kind: quoted before, reserved during, charged after. */
function Price({ row: { credits, state } }: { row: ConvertRow }) {
  const { t } = useLingui()
  if (credits === null) return <span className="max-sm:hidden" />
  const charged = state.kind === 'done' || state.kind === 'failed' || state.kind === 'refused'
  const word = charged ? t`charged` : state.kind === 'working' ? t`held` : t`quoted`
  const shown = state.kind === 'refused' ? 0 : credits
  return (
    <p className="text-end max-sm:order-4 max-sm:col-span-2 max-sm:flex max-sm:justify-end max-sm:gap-1.5">
      <span className="font-medium">{shown}</span>
      <span className="text-small text-ink-soft sm:block">{word}</span>
    </p>
  )
}
