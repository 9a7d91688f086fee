import { useLingui } from '@lingui/react/macro'
import { ScanTextIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useConvertStored } from '../features/convert/queue/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { Storage, UploadButton } from '../features/storage/index.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'

export default function StoragePage() {
  const { t } = useLingui()
  const convert = useConvertStored()
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={t`Storage`}
        actions={
          <>
            <Button icon={ScanTextIcon} render={<Link to={paths.scan({ for: 'storage' })} />}>
              {t`Scan`}
            </Button>
            <UploadButton />
          </>
        }
      />
      <Storage onConvert={convert} />
    </div>
  )
}
