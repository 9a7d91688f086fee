import { useLingui } from '@lingui/react/macro'
import { useConvertStored } from '../features/convert/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { Storage, UploadButton } from '../features/storage/index.ts'

export default function StoragePage() {
  const { t } = useLingui()
  const convert = useConvertStored()
  return (
    <div className="flex h-full flex-col">
      <PageTop title={t`Storage`} actions={<UploadButton />} />
      <Storage onConvert={convert} />
    </div>
  )
}
