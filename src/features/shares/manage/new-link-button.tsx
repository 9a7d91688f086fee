import { useLingui } from '@lingui/react/macro'
import { PlusIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useOpenDialog } from './use-open-dialog.ts'

export function NewLinkButton() {
  const { t } = useLingui()
  const { open } = useOpenDialog()
  return (
    <Button variant="primary" icon={PlusIcon} aria-haspopup="dialog" onClick={() => open('new')}>
      {t`New link`}
    </Button>
  )
}
