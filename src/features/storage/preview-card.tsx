import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { UserFile } from '../../api/storage.ts'
import { paths } from '../../paths.ts'
import { FileName } from '../../ui/file-name.tsx'
import { StoredPreview } from '../preview/index.ts'
import { FileDetails } from './file-details.tsx'

/** A preview of a file beside the list, on wide screens. */
export function PreviewCard({ file }: { file: UserFile }) {
  const { t } = useLingui()
  return (
    <div className="grid content-start gap-4 p-4">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="title min-w-0 text-lead">
          <FileName name={file.file_name} />
        </h2>
        {!file.deleted_at && (
          <Link className="link flex-none" to={paths.storedFile(file.id)}>
            {t`Open`}
          </Link>
        )}
      </header>
      {!file.deleted_at && <StoredPreview file={file} />}
      <FileDetails file={file} />
    </div>
  )
}
