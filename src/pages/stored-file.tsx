import { useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { useUserFile } from '../api/storage.ts'
import { useConvertStored } from '../features/convert/queue/index.ts'
import { RunPipelineMenu } from '../features/pipelines/index.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { StoredFile, StoredFileActions } from '../features/storage/index.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function StoredFilePage() {
  const { t } = useLingui()
  const convert = useConvertStored()
  const { id = '' } = useParams()
  const { data, error, refetch } = useUserFile(id)
  return (
    <>
      <PageTop
        title={data?.file_name ?? t`File`}
        file={data !== undefined}
        actions={
          data && (
            <>
              {data.format === 'pdf' && !data.deleted_at && !data.quarantined_at && (
                <RunPipelineMenu
                  files={[{ key: data.s3_key, name: data.file_name, size: data.file_size_bytes }]}
                />
              )}
              <StoredFileActions file={data} onConvert={convert} />
            </>
          )
        }
      />
      {data ? (
        <StoredFile file={data} />
      ) : (
        <PageFrame>
          {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
        </PageFrame>
      )}
    </>
  )
}
