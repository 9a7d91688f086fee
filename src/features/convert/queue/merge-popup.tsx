import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import type { Catalog, OperationEntry } from '../../../api/convert.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import type { Opened } from '../../../ui/lazy-popup.tsx'
import { PopoverPopup } from '../../../ui/popover-popup.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { type ConvertFile, useFiles } from './files.ts'
import { addParts, mergeable, putTogether } from './merges.ts'
import { focusRow } from './row-element.ts'
import { choiceOf, formatOf } from './targets.ts'

export type MergePopupProps = {
  catalog: Catalog
  merge: OperationEntry
  /** The row that files are added to; otherwise they become a new row. */
  into?: ConvertFile
}

/** Selects the files of a merge. Their order is changed afterwards in the row. */
export function MergePopup({ catalog, merge, into, ...opened }: MergePopupProps & Opened) {
  const { t } = useLingui()
  const form = useId()
  const files = useFiles((state) => state.files)
  const able = mergeable(catalog, files, merge)
  const format = merge.to[0] ?? ''
  const target = catalog.formats.find((one) => one.format === format)?.label ?? format
  // With two PDFs and a photo in the list, the PDFs are preselected.
  const like = able.filter((file) => formatOf(catalog, file)?.format === format)
  const usual = new Set(into ? [] : like.length >= merge.min_files ? like : able)
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  useEffect(() => {
    if (!opened.open) setChanged(new Map())
  }, [opened.open])
  const chosen = able.filter((file) => changed.get(file.id) ?? usual.has(file))
  const count = chosen.length
  const all = count === able.length
  const most = merge.max_files - (into?.parts.length ?? 0)
  const few = count < (into ? 1 : merge.min_files)
  const others = files.filter((file) => file.parts.length === 0 && !able.includes(file))
  const label = into ? t`Add from list` : t`Merge into one ${target}`
  const { credits } = merge
  const price = t({ message: plural(credits, { one: '# credit', other: '# credits' }) })

  function onSubmit() {
    if (few || count > most) return
    const ids = chosen.map(({ id }) => id)
    opened.close()
    if (into) {
      addParts(into.id, ids)
      focusRow(into.id)
    } else {
      const { id, undo } = putTogether(ids, choiceOf(merge.operation, format))
      focusRow(id)
      showToast({
        text: t({
          message: plural(count, { one: '# file merged', other: '# files merged' }),
        }),
        undo,
      })
    }
  }

  return (
    <PopoverPopup
      {...opened}
      label={label}
      align="end"
      head={<span className="font-strong">{label}</span>}
      foot={
        <>
          {/* Additional files are free. */}
          <span className="me-auto text-small font-medium">{!into && price}</span>
          <Button
            type="submit"
            form={form}
            size={28}
            variant="primary"
            disabled={few || count > most}
            reason={count > most ? t`At most ${most} files at once.` : t`Select files first.`}
          >
            {into
              ? t({ message: plural(count, { one: 'Add # file', other: 'Add # files' }) })
              : t({ message: plural(count, { one: 'Merge # file', other: 'Merge # files' }) })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid w-72 max-w-full grid-cols-[minmax(0,1fr)] gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Checkbox
          checked={all}
          mixed={count > 0 && !all}
          onChange={() => setChanged(new Map(able.map(({ id }) => [id, !all])))}
        >
          <span className="font-medium">
            {t({ message: plural(able.length, { one: '1 file', other: 'All # files' }) })}
          </span>
        </Checkbox>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-2">
          {able.map((file) => (
            <li key={file.id} className="[contain-intrinsic-block-size:auto_20px] [content-visibility:auto]">
              <Checkbox
                checked={chosen.includes(file)}
                onChange={(on) => setChanged(new Map([...changed, [file.id, on]]))}
              >
                <FileName name={file.name} />
              </Checkbox>
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <p className="text-small text-ink-soft">
            {t`File not listed? Convert it to ${target} first, then select “Convert result”.`}
          </p>
        )}
      </form>
    </PopoverPopup>
  )
}
