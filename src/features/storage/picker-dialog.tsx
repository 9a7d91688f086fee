import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useMore } from '../../api/scrolled.ts'
import { type StoredFamily, type UserFile, useUserFiles } from '../../api/storage.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip } from '../../ui/choice-chip.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { familyIcons } from '../../ui/family.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { STORED_WORDS } from './family-labels.ts'
import type { FilePickerProps } from './file-picker.tsx'
import { PickerRow } from './picker-row.tsx'
import { STORED_FAMILIES } from './search.ts'

/**
 * Newest first, with search and family filter. Enter selects the checked files, or the focused one.
 */
export function PickerDialog(props: FilePickerProps) {
  const { onClose, onPick, multiple = false, families = STORED_FAMILIES, formats } = props
  const { t, i18n } = useLingui()
  const form = useId()
  const box = useRef<HTMLFormElement>(null)
  const [q, setQ] = useState('')
  const [only] = families
  const [family, setFamily] = useState<StoredFamily | null>(families.length === 1 && only ? only : null)
  const [chosen, setChosen] = useState<readonly UserFile[]>([])
  const files = useUserFiles({
    ...(q.trim() && { q: q.trim() }),
    ...(family && { family }),
    ...(formats?.length === 1 && { format: formats[0] }),
  })
  const { data, error, refetch } = files
  const { onMore } = useMore(files)
  const count = chosen.length

  const takes = (file: UserFile) =>
    !file.quarantined_at &&
    families.includes(file.family) &&
    (!formats || formats.includes(file.format ?? ''))
  const isChosen = ({ id }: UserFile) => chosen.some((one) => one.id === id)
  function choose(file: UserFile) {
    if (!multiple) setChosen([file])
    else setChosen(isChosen(file) ? chosen.filter(({ id }) => id !== file.id) : [...chosen, file])
  }
  function pick(files: readonly UserFile[]) {
    if (files.length === 0) return
    onClose()
    onPick([...files])
  }
  /** Arrow keys move between files; Enter on an unchecked one selects it alone. */
  function onKeyDown(event: KeyboardEvent) {
    const inputs = [...(box.current?.querySelectorAll<HTMLInputElement>('input[data-pick]:enabled') ?? [])]
    const at = inputs.indexOf(event.target as HTMLInputElement)
    if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && at >= 0)) {
      event.preventDefault()
      inputs[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    }
    if (event.key === 'Enter' && at >= 0 && count === 0) {
      event.preventDefault()
      pick((data?.rows ?? []).filter(({ id }) => id === inputs[at]?.value))
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      wide
      title={multiple ? t`Choose files from Storage` : t`Choose a file from Storage`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button variant="primary" type="submit" form={form} disabled={count === 0}>
            {count > 0 ? t({ message: plural(count, { one: 'Add # file', other: 'Add # files' }) }) : t`Add`}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={box}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          pick(chosen)
        }}
      >
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <SearchBox
            label={t`Search storage`}
            placeholder={t`Name or format`}
            hotkey=""
            value={q}
            onChange={setQ}
          />
          {families.length > 1 && (
            <ChoiceChip
              label={t`Type`}
              options={families}
              wordOf={(one) => i18n._(STORED_WORDS[one])}
              iconOf={(one) => (one === 'other' ? undefined : familyIcons[one])}
              value={family}
              onChange={setFamily}
            />
          )}
        </div>
        <div className="-mx-4 -mb-4 grid h-80 border-t border-line">
          {error && !data ? (
            <Problem error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <Coming paused={files.isPaused} rows={6} />
          ) : data.rows.length === 0 ? (
            <p className="place-self-center text-ink-soft">
              {q || family ? t`No matches.` : t`No files in Storage yet.`}
            </p>
          ) : (
            <VirtualList
              label={t`Stored files`}
              items={data.rows}
              keyOf={({ id }) => id}
              heightOf={() => 56}
              onNearEnd={onMore}
              className="h-80"
            >
              {(file) => (
                <PickerRow
                  file={file}
                  group={form}
                  multiple={multiple}
                  checked={isChosen(file)}
                  disabled={!takes(file)}
                  onChoose={() => choose(file)}
                />
              )}
            </VirtualList>
          )}
        </div>
      </form>
    </Dialog>
  )
}
