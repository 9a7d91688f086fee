import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useStorageUsage } from '../../api/storage.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { paths } from '../../paths.ts'

/** Files in Storage, which do not expire, with a link. */
export function Stored() {
  const { t, i18n } = useLingui()
  const { data } = useStorageUsage(true)
  const used = data ? formatBytes(data.used_bytes, i18n.locale) : ''
  const quota = data ? formatBytes(data.quota_bytes, i18n.locale) : ''
  return (
    <p className="mt-2 min-h-4 text-small text-ink-soft">
      {data && (
        <>
          <Link className="link" to={paths.storage()}>
            {t`Storage`}
          </Link>{' '}
          {t`${used} of ${quota}`}
        </>
      )}
    </p>
  )
}
