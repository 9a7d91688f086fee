import { useLingui } from '@lingui/react/macro'
import { Sheet } from '../../ui/sheet.tsx'
import { closeOverlay } from './shell-store.ts'
import { Side } from './side.tsx'

/** The sidebar in a sheet, opened by the phone's menu button. */
export default function MenuSheet({ open }: { open: boolean }) {
  const { t } = useLingui()
  return (
    <Sheet from="start" title={t`Menu`} open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Side sheet />
    </Sheet>
  )
}
