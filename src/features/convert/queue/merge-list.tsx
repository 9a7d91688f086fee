import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ArrowDownAZIcon, FolderOpenIcon, PlusIcon, UngroupIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Catalog, OperationEntry } from '../../../api/convert.ts'
import { Button } from '../../../ui/button.tsx'
import { LazyPopup } from '../../../ui/lazy-popup.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { type ConvertFile, useFiles } from './files.ts'
import { mergePopup } from './merge-button.tsx'
import { MergePart } from './merge-part.tsx'
import { addNewParts, mergeable, movePart, partAtFault, sortParts, takeApart, takeOut } from './merges.ts'
import { focusRow } from './row-element.ts'
import { type ConvertRow, isTunable } from './rows.ts'

/**
 * The files of a merge in order. Until the upload starts they can be reordered, removed and added.
 */
export function MergeList({ row, catalog }: { row: ConvertRow; catalog: Catalog }) {
  const { t, i18n } = useLingui()
  const { file, state } = row
  const { id, parts } = file
  const [said, setSaid] = useState('')
  // A merge that the instance no longer supports can still be split.
  const free = isTunable(row) || state.kind === 'unknown'
  const fault = state.kind === 'failed' ? partAtFault(file, state.conversion.error) : null
  const sent = state.kind === 'uploading' ? state.upload.sent : null
  const count = parts.length

  function move(partId: string, to: number) {
    const part = parts.find((one) => one.id === partId)
    const place = Math.min(count - 1, Math.max(0, to))
    if (!part || parts[place] === part) return
    movePart(id, partId, place)
    const [name, number] = [part.name, place + 1]
    setSaid(t`${name} is now file ${number} of ${count}`)
  }

  function sort() {
    sortParts(id, i18n.locale)
    setSaid(t`Sorted by name`)
  }

  function out(part: ConvertFile) {
    takeOut(id, part.id)
    const { name } = part
    setSaid(t`${name} was removed from the merge`)
    // The focused element is gone. Of two files, both are now separate.
    focusRow(id, part.id)
  }

  return (
    <div className="rounded-control border border-line">
      <ol
        aria-label={t`Files in merge order`}
        className="max-h-[min(60dvh,26rem)] divide-y divide-line overflow-y-auto"
      >
        {parts.map((part, index) => (
          <MergePart
            key={part.id}
            whole={id}
            part={part}
            index={index}
            count={count}
            catalog={catalog}
            free={free}
            faulty={part === fault?.part}
            sent={sent === null || part.s3Key ? null : sentOf(sent, row, index)}
            onMove={move}
            onTakeOut={() => out(part)}
          />
        ))}
      </ol>
      {free && <Foot row={row} catalog={catalog} onSort={sort} />}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

/** The sent bytes of one file: files are uploaded in sequence. Stored ones are not uploaded. */
function sentOf(sent: number, { file: { parts } }: ConvertRow, index: number): number {
  const before = parts.slice(0, index).reduce((sum, { s3Key, size }) => sum + (s3Key ? 0 : size), 0)
  return Math.max(0, sent - before)
}

function Foot({ row, catalog, onSort }: { row: ConvertRow; catalog: Catalog; onSort: () => void }) {
  const { t } = useLingui()
  const { file, operation } = row
  const first = file.name
  return (
    <div className="flex flex-wrap items-center gap-1 border-t border-line p-1">
      {operation && <AddFiles file={file} merge={operation} catalog={catalog} />}
      <Button size={28} variant="ghost" icon={ArrowDownAZIcon} onClick={onSort}>
        {t`Sort by name`}
      </Button>
      <Button
        size={28}
        variant="ghost"
        icon={UngroupIcon}
        className="ms-auto"
        onClick={() => showToast({ text: t`Unmerged`, undo: takeApart(file.id) })}
      >
        {t`Unmerge`}
      </Button>
      <p className="w-full px-2.5 pb-1 text-small break-words text-ink-soft">
        {t`The result is named after the first file, ${first}.`}
      </p>
    </div>
  )
}

type AddFilesProps = { file: ConvertFile; merge: OperationEntry; catalog: Catalog }

/** Adds files from this device, or from the list. */
function AddFiles({ file, merge, catalog }: AddFilesProps) {
  const { t } = useLingui()
  const files = useFiles((state) => state.files)
  const input = useRef<HTMLInputElement>(null)
  const endings = catalog.formats
    .filter(({ format }) => merge.from.includes(format))
    .flatMap(({ extensions }) => extensions.map((ending) => `.${ending}`))

  async function add(chosen: readonly File[]) {
    if (chosen.length === 0) return
    const left = await addNewParts(file.id, chosen, catalog, merge)
    if (left > 0)
      showToast({
        kind: 'error',
        text: t({
          message: plural(left, {
            one: '# file could not be merged with these and stays on the list.',
            other: '# files could not be merged with these and stay on the list.',
          }),
        }),
      })
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={endings.join(',')}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])]
          // Reset, so that the same file can be selected again.
          currentTarget.value = ''
          void add(chosen)
        }}
      />
      <Button size={28} variant="ghost" icon={FolderOpenIcon} onClick={() => input.current?.click()}>
        {t`Add files`}
      </Button>
      {mergeable(catalog, files, merge).length > 0 && (
        <LazyPopup
          trigger={<Button size={28} variant="ghost" icon={PlusIcon}>{t`Add from list`}</Button>}
          popup={mergePopup}
          haspopup="dialog"
          given={{ catalog, merge, into: file }}
        />
      )}
    </>
  )
}
