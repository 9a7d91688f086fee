import type { UserFile } from '../../api/storage.ts'
import { classNames } from '../../lib/class-names.ts'
import { FileName } from '../../ui/file-name.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { hueOf } from './family-labels.ts'
import { thumbnailOf } from './file-row.tsx'
import { QuarantineBadge } from './quarantine-badge.tsx'
import { useFileLabels } from './use-file-labels.ts'

type PickerRowProps = {
  file: UserFile
  /** The name of the radio group. */
  group: string
  multiple: boolean
  checked: boolean
  disabled: boolean
  onChoose: () => void
}

/** The whole row is a native checkbox or radio button, with its keyboard support. */
export function PickerRow({ file, group, multiple, checked, disabled, onChoose }: PickerRowProps) {
  const words = useFileLabels()
  return (
    <label
      className={classNames(
        'relative flex h-full items-center gap-3 border-b border-line px-4 has-focus-visible:focus-inset',
        disabled ? 'text-ink-faint' : checked ? 'bg-accent-tint' : 'cursor-pointer hover:bg-hover',
        'before:absolute before:inset-y-0 before:start-0 before:w-(--spine)',
        checked ? 'before:bg-accent' : 'before:bg-(--family)',
      )}
      data-family={hueOf(file.family) ?? undefined}
    >
      <input
        type={multiple ? 'checkbox' : 'radio'}
        name={group}
        value={file.id}
        data-pick=""
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4 flex-none accent-(--color-accent)"
      />
      <Thumbnail src={thumbnailOf(file)} family={hueOf(file.family)} size={44} />
      <span className="min-w-0 flex-1">
        <FileName name={file.file_name} strong />
        <span className="flex gap-x-2 text-small text-ink-soft">
          <span className="mono">{words.kind(file)}</span> {words.size(file.file_size_bytes)}
          <QuarantineBadge file={file} />
        </span>
      </span>
      <span className="flex-none text-small text-ink-soft max-sm:hidden">{words.when(file.created_at)}</span>
    </label>
  )
}
