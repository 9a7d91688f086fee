import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { LocalPreview, Preview } from '../../preview/index.ts'
import { useRowName } from './row-labels.ts'
import type { ConvertRow } from './rows.ts'

/** A preview of a row next to the list: its file until there is a result, then both. */
export function PreviewCard({ row }: { row: ConvertRow }) {
  const { t } = useLingui()
  const { file, state, source } = row
  const conversion = state.kind === 'done' || state.kind === 'failed' ? state.conversion : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="title min-w-0 text-lead">
          <FileName name={useRowName()(file)} />
        </h2>
        {conversion && (
          <Link className="link flex-none" to={paths.conversion(conversion.conversion_id)}>
            {t`Open`}
          </Link>
        )}
      </header>
      {state.kind === 'done' ? (
        <Preview conversion={state.conversion} narrow />
      ) : (
        <LocalPreview file={file.file} format={source?.format ?? null} />
      )}
    </div>
  )
}
