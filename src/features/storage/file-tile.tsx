import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { hueOf } from './family-labels.ts'
import { FileMenu } from './file-menu.tsx'
import { type FileItemProps, FileLink, finish, Shared, thumbnailOf } from './file-row.tsx'
import { QuarantineBadge } from './quarantine-badge.tsx'
import { RenameField } from './rename-field.tsx'
import { useFileLabels } from './use-file-labels.ts'

/** A file as a thumbnail with its name and size. */
export const FileTile = memo(function FileTile(props: FileItemProps) {
  const { file, selected, onSelect, onFocus, focusable, shown, renaming, acts } = props
  const { t } = useLingui()
  const words = useFileLabels()
  const { id, file_name: name, family, share_count, deleted_at } = file
  const hue = hueOf(family)
  const size = words.size(file.file_size_bytes)
  return (
    <article
      aria-label={name}
      data-row={id}
      data-family={hue ?? undefined}
      tabIndex={focusable ? 0 : -1}
      onFocus={() => onFocus(id)}
      aria-current={shown || undefined}
      className={classNames(
        'relative flex min-w-0 flex-1 flex-col overflow-hidden rounded-sheet border transition-colors duration-(--dur-fast) focus-visible:focus-inset',
        'after:absolute after:inset-y-0 after:start-0 after:w-(--spine)',
        selected
          ? 'border-accent bg-accent-tint after:bg-accent'
          : 'border-line-strong bg-surface after:bg-(--family) hover:bg-hover',
      )}
    >
      <span className="absolute start-3 top-2.5 z-1 grid rounded-mark bg-raised">
        <Checkbox
          label={t`Select ${name}`}
          checked={selected}
          onChange={(next, event) => onSelect(id, next, 'shiftKey' in event && event.shiftKey === true)}
        />
      </span>
      <div
        className={classNames(
          'relative min-h-0 flex-1 border-b border-line',
          // The top of a page is the most recognizable part.
          family === 'document' && '[&_img]:object-cover [&_img]:object-top',
        )}
      >
        <Thumbnail src={thumbnailOf(file)} family={hue} size="cover" />
      </div>
      <div className="flex min-h-14 items-center gap-1 py-1.5 ps-3.5 pe-1">
        <div className="min-w-0 flex-1">
          {renaming ? (
            <RenameField name={name} onDone={(next) => finish(file, next, acts)} />
          ) : (
            <FileLink file={file} />
          )}
          <p className="flex gap-x-2 text-small text-ink-soft">
            <span className="truncate">{deleted_at ? words.kept(file) : size}</span>
            <QuarantineBadge file={file} />
            {share_count > 0 && <Shared short count={share_count} />}
          </p>
        </div>
        <FileMenu file={file} acts={acts} />
      </div>
    </article>
  )
})
