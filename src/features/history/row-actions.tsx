import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, EllipsisIcon, LinkIcon, RotateCcwIcon, Trash2Icon } from 'lucide-react'
import type { Conversion } from '../../api/history.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { isOriginalStored } from '../convert/conversion/index.ts'

export interface RowActs {
  again: (conversions: Conversion[]) => void
  remove: (conversions: Conversion[]) => void
  /** Guests have no links. */
  share: ((conversion: Conversion) => void) | undefined
}

type RowActionsProps = RowActs & { conversion: Conversion; name: string }

/** Shown in the row on hover or focus. */
export function RowActions({ conversion, name, again, remove, share }: RowActionsProps) {
  const { t } = useLingui()
  const { download_url } = conversion
  return (
    <>
      {download_url && (
        <IconButton
          name={t`Download ${name}`}
          hotkey="D"
          icon={DownloadIcon}
          render={<a href={download_url} download />}
        />
      )}
      {download_url && share && (
        <IconButton name={t`Share ${name}`} hotkey="S" icon={LinkIcon} onClick={() => share(conversion)} />
      )}
      {isOriginalStored(conversion) && (
        <IconButton
          name={t`Convert ${name} again`}
          hotkey="R"
          icon={RotateCcwIcon}
          onClick={() => again([conversion])}
        />
      )}
      <IconButton
        name={t`Remove ${name}`}
        hotkey="Del"
        icon={Trash2Icon}
        onClick={() => remove([conversion])}
      />
    </>
  )
}

/** On touch screens: the download button, and the others in a menu. */
export function TouchActions({ conversion, name, again, remove, share }: RowActionsProps) {
  const { t } = useLingui()
  const { download_url } = conversion
  return (
    <>
      {download_url && (
        <IconButton
          name={t`Download ${name}`}
          icon={DownloadIcon}
          render={<a href={download_url} download />}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />}
        entries={[
          ...(download_url && share
            ? [{ label: t`Share`, icon: LinkIcon, onSelect: () => share(conversion) }]
            : []),
          ...(isOriginalStored(conversion)
            ? [{ label: t`Convert again`, icon: RotateCcwIcon, onSelect: () => again([conversion]) }]
            : []),
          { label: t`Remove`, icon: Trash2Icon, danger: true, onSelect: () => remove([conversion]) },
        ]}
      />
    </>
  )
}
