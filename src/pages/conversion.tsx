import { useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { useConversion } from '../api/history.ts'
import { useSourceName } from '../features/convert/conversion/index.ts'
import { Detail, DetailActions } from '../features/history/index.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function ConversionPage() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const called = useSourceName()
  const { data, error, refetch } = useConversion(id)
  return (
    <>
      <PageTop
        title={data ? called(data.filename, data.file_count) : t`Conversion`}
        file={data !== undefined}
        actions={data && <DetailActions conversion={data} />}
      />
      {data ? (
        <Detail conversion={data} />
      ) : (
        <PageFrame>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
        </PageFrame>
      )}
    </>
  )
}
