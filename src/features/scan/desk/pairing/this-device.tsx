import { useLingui } from '@lingui/react/macro'
import { CameraIcon } from 'lucide-react'
import type { ScanPairing } from '../../../../api/scan.ts'
import { Button } from '../../../../ui/button.tsx'

/** On a phone that is signed in: it takes the photos itself, in the page that other phones get. */
export function ThisDevice({ pairing }: { pairing: ScanPairing | null }) {
  const { t } = useLingui()
  if (!pairing) return null
  return (
    <Button
      variant="primary"
      size={36}
      icon={CameraIcon}
      wide
      render={<a href={`/s${new URL(pairing.pairing_url).hash}`} />}
    >
      {t`Use this device as scanner`}
    </Button>
  )
}
