import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Conversion } from '../../api/history.ts'
import { paths } from '../../paths.ts'
import { FileName } from '../../ui/file-name.tsx'
import { Preview } from '../preview/index.ts'
import { Facts } from './details.tsx'
import { Outcome } from './outcome.tsx'

/** The preview next to the list on wide screens: the state and the result. */
export function PreviewCard({ conversion }: { conversion: Conversion }) {
  const { t } = useLingui()
  return (
    <div className="grid content-start gap-4 p-4">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="title min-w-0 text-lead">
          <FileName name={conversion.filename} />
        </h2>
        <Link className="link flex-none" to={paths.conversion(conversion.conversion_id)}>
          {t`Open`}
        </Link>
      </header>
      <Outcome conversion={conversion} />
      <Preview conversion={conversion} narrow />
      <Facts conversion={conversion} />
    </div>
  )
}
