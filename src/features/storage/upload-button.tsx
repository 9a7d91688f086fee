import { useLingui } from '@lingui/react/macro'
import { UploadIcon } from 'lucide-react'
import { browseFiles } from '../../stores/file-taker.ts'
import { Button } from '../../ui/button.tsx'

export function UploadButton() {
  const { t } = useLingui()
  return (
    <Button variant="primary" icon={UploadIcon} onClick={browseFiles}>
      {t`Upload`}
    </Button>
  )
}
