import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ArrowRightLeftIcon, DownloadIcon, LinkIcon, Trash2Icon, Undo2Icon } from 'lucide-react'
import { FILES_AT_ONCE, type UserFile } from '../../api/storage.ts'
import { type BulkAction, BulkBar } from '../../ui/bulk-bar.tsx'
import type { FileActions } from './file-actions.ts'
import { useFileLabels } from './use-file-labels.ts'

type StorageBarProps = { chosen: UserFile[]; deleted: boolean; acts: FileActions; onClear: () => void }

/** The actions for selected files; each label has the number of files. */
export function StorageBar({ chosen, deleted, acts, onClear }: StorageBarProps) {
  const { t } = useLingui()
  const words = useFileLabels()
  const count = chosen.length
  const [only] = chosen
  const { share } = acts
  const size = words.size(chosen.reduce((sum, one) => sum + one.file_size_bytes, 0))
  const tooMany = count > FILES_AT_ONCE
  const blocked = deleted ? 0 : chosen.filter((file) => file.quarantined_at).length
  const selected = t({ message: plural(count, { one: '# selected', other: '# selected' }) })
  const actions: BulkAction[] = deleted
    ? [
        { label: t`Restore ${count}`, icon: Undo2Icon, main: true, onClick: () => acts.restore(chosen) },
        {
          label: t`Delete ${count} permanently`,
          icon: Trash2Icon,
          onClick: () => acts.removeForGood(chosen),
        },
      ]
    : [
        {
          label: count === 1 ? t`Download` : t`Download ${count} as ZIP`,
          icon: DownloadIcon,
          hotkey: 'D',
          disabled: tooMany || blocked > 0,
          onClick: () => acts.download(chosen),
        },
        ...(only && count === 1
          ? [{ label: t`Share`, icon: LinkIcon, disabled: blocked > 0, onClick: () => share(only) }]
          : []),
        {
          ...{ label: t`Convert ${count}`, icon: ArrowRightLeftIcon, disabled: blocked > 0 },
          onClick: () => acts.convert(chosen),
        },
        { label: t`Delete ${count}`, icon: Trash2Icon, hotkey: 'Del', onClick: () => acts.remove(chosen) },
      ]
  const inQuarantine = t({
    message: plural(blocked, {
      one: '# file in quarantine can only be deleted.',
      other: '# files in quarantine can only be deleted.',
    }),
  })
  return (
    <BulkBar
      says={
        blocked > 0
          ? t`${selected}. ${inQuarantine}`
          : tooMany
            ? t`${selected}. A ZIP can contain up to ${FILES_AT_ONCE} files.`
            : `${selected}, ${size}`
      }
      onClear={onClear}
      actions={actions}
    />
  )
}
