import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontalIcon } from 'lucide-react'
import { deferred } from '../../../ui/deferred.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LazyPopup } from '../../../ui/lazy-popup.tsx'
import type { OptionsPopupProps } from './options-popup.tsx'

type OptionsPopoverProps = OptionsPopupProps & { open: boolean; onOpenChange: (open: boolean) => void }

const popup = deferred(async () => (await import('./options-popup.tsx')).OptionsPopup)

/** The button that opens a file's options; the controls' code is loaded with the popup. */
export function OptionsPopover({ open, onOpenChange, ...given }: OptionsPopoverProps) {
  const { t } = useLingui()
  const { file, source, target, operation } = given.row
  if (!source || !target || !operation) return null
  const changed = Object.keys(file.options).length > 0
  return (
    <LazyPopup
      trigger={
        <IconButton name={t`Options`} hotkey="O" icon={SlidersHorizontalIcon} dot={changed} on={open} />
      }
      popup={popup}
      given={given}
      haspopup="dialog"
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}
