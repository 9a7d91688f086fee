import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  EyeIcon,
  EyeOffIcon,
  HardDriveIcon,
  LinkIcon,
  PackageIcon,
  RotateCcwIcon,
  Trash2Icon,
} from 'lucide-react'
import { type Conversion, MOST_PACKED } from '../../api/history.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { isOriginalStored } from '../convert/conversion/index.ts'
import { canStore } from '../storage/index.ts'

type HistoryBarProps = {
  chosen: Conversion[]
  /** The rows are hidden ones, which can be restored. */
  hidden: boolean
  onClear: () => void
  onRemove: () => void
  onAgain: (conversions: Conversion[]) => void
  onHide: () => void
  onZip: (conversions: Conversion[]) => void
  /** Guests have no storage. */
  onStore?: ((conversions: Conversion[]) => void) | undefined
  /** One at a time, because each has its own link. */
  onShare?: ((conversion: Conversion) => void) | undefined
}

/** The actions for selected rows; each label has the number of rows. */
export function HistoryBar({
  chosen,
  hidden,
  onClear,
  onRemove,
  onAgain,
  onHide,
  onZip,
  onStore,
  onShare,
}: HistoryBarProps) {
  const { t } = useLingui()
  const count = chosen.length
  const kept = chosen.filter(isOriginalStored)
  const again = kept.length
  const files = chosen.filter(({ download_url }) => download_url !== null)
  const packed = files.length
  const results = chosen.filter(canStore)
  const stored = results.length
  const only = count === 1 ? files[0] : undefined
  const tooMany = packed > MOST_PACKED
  const selected = t({ message: plural(count, { one: '# selected', other: '# selected' }) })
  return (
    <BulkBar
      says={tooMany ? t`${selected}. A ZIP can hold up to ${MOST_PACKED} files.` : selected}
      onClear={onClear}
      actions={[
        {
          label: t`Convert ${again} again`,
          icon: RotateCcwIcon,
          hotkey: 'R',
          disabled: again === 0,
          onClick: () => onAgain(kept),
        },
        {
          label: t`Download ${packed} as ZIP`,
          icon: PackageIcon,
          disabled: packed === 0 || tooMany,
          onClick: () => onZip(files),
        },
        ...(onStore
          ? [
              {
                label: t`Save ${stored} to Storage`,
                icon: HardDriveIcon,
                disabled: stored === 0,
                onClick: () => onStore(results),
              },
            ]
          : []),
        ...(onShare && only ? [{ label: t`Share`, icon: LinkIcon, onClick: () => onShare(only) }] : []),
        hidden
          ? { label: t`Unhide ${count}`, icon: EyeIcon, onClick: onHide }
          : { label: t`Hide ${count}`, icon: EyeOffIcon, onClick: onHide },
        { label: t`Remove ${count}`, icon: Trash2Icon, hotkey: 'Del', onClick: onRemove },
      ]}
    />
  )
}
