import { useLingui } from '@lingui/react/macro'
import { LinkIcon } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { ownPath } from '../../api/preview.ts'
import type { UserFile } from '../../api/storage.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { Creator } from '../businesses/acting/index.ts'
import { hueOf } from './family-labels.ts'
import type { FileActions } from './file-actions.ts'
import { FileMenu } from './file-menu.tsx'
import { QuarantineBadge } from './quarantine-badge.tsx'
import { RenameField } from './rename-field.tsx'
import { useFileLabels } from './use-file-labels.ts'

export type FileItemProps = {
  file: UserFile
  index: number
  selected: boolean
  onSelect: (id: string, selected: boolean, range: boolean) => void
  onFocus: (id: string) => void
  focusable: boolean
  /** Whether its preview is shown next to the list. */
  shown: boolean
  renaming: boolean
  acts: FileActions
}

/** One line on desktops; on phones size and time are below the name. */
export const FileRow = memo(function FileRow(props: FileItemProps) {
  const { file, index, selected, onSelect, onFocus, focusable, shown, renaming, acts } = props
  const { t } = useLingui()
  const words = useFileLabels()
  const { id, file_name: name, family, share_count, deleted_at } = file
  const hue = hueOf(family)
  const size = words.size(file.file_size_bytes)
  const when = deleted_at ? words.kept(file) : words.when(file.created_at)
  return (
    <Row
      size="file"
      {...(hue && { family: hue })}
      selected={selected}
      aria-rowindex={index + 2}
      data-row={id}
      tabIndex={focusable ? 0 : -1}
      onFocus={() => onFocus(id)}
      aria-current={shown || undefined}
      className="h-full aria-current:not-aria-selected:bg-hover"
    >
      <Cell>
        <Checkbox
          label={t`Select ${name}`}
          checked={selected}
          onChange={(next, event) => onSelect(id, next, 'shiftKey' in event && event.shiftKey === true)}
        />
      </Cell>
      <Cell spine className="gap-3!">
        <Thumbnail src={thumbnailOf(file)} family={hue} size={44} />
        <div className="min-w-0 flex-1">
          {renaming ? (
            <RenameField name={name} onDone={(next) => finish(file, next, acts)} />
          ) : (
            <FileLink file={file} />
          )}
          <p className="flex min-w-0 gap-x-2 text-small text-ink-soft">
            <span className="mono flex-none">{words.kind(file)}</span>
            <span className="flex-none max-sm:hidden">{words.source(file)}</span>
            <QuarantineBadge file={file} />
            <Creator id={file.created_by} />
            <span className="truncate sm:hidden">
              {size}, {when}
            </span>
          </p>
        </div>
      </Cell>
      <Cell end className="max-sm:hidden">
        {size}
      </Cell>
      <Cell end faint className="whitespace-nowrap max-sm:hidden">
        <time dateTime={file.created_at} title={words.exactly(deleted_at ?? file.created_at)}>
          {when}
        </time>
      </Cell>
      <Cell end faint className="max-sm:hidden">
        {share_count > 0 && <Shared count={share_count} />}
      </Cell>
      <Cell end className="flex items-center justify-end">
        {!deleted_at && !file.quarantined_at && (
          <span className="max-sm:hidden">
            <IconButton name={t`Share ${name}`} icon={LinkIcon} onClick={() => acts.share(file)} />
          </span>
        )}
        <FileMenu file={file} acts={acts} />
      </Cell>
    </Row>
  )
})

/** From the page's origin, whatever host the server's URL names. */
export const thumbnailOf = ({ thumbnail_url }: UserFile): string | null =>
  thumbnail_url && ownPath(thumbnail_url)

export function finish(file: UserFile, next: string | null, acts: FileActions): void {
  acts.startRename(null)
  if (next !== null) acts.rename(file, next)
}

/** A deleted file has no page until it is restored. */
export function FileLink({ file: { id, file_name: name, deleted_at } }: { file: UserFile }) {
  if (deleted_at) return <FileName name={name} strong />
  return (
    <Link
      to={paths.storedFile(id)}
      tabIndex={-1}
      aria-label={name}
      title={name}
      className="flex min-w-0 font-medium hover:underline"
    >
      <FileName named name={name} />
    </Link>
  )
}

/** Short if the text does not fit; screen readers get the full text. */
export function Shared({ count, short }: { count: number; short?: boolean }) {
  const words = useFileLabels()
  return (
    <span className="inline-flex flex-none items-center gap-1 whitespace-nowrap">
      <LinkIcon className="size-3.5" />
      {short && <span aria-hidden="true">{count}</span>}
      <span className={short ? 'sr-only' : undefined}>{words.shared(count)}</span>
    </span>
  )
}
