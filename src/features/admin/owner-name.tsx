import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { QuarantinedFile } from '../../api/admin-acts.ts'
import { paths } from '../../paths.ts'

/** The owner of a file or a conversion; a user's name links to the account. */
export function OwnerName({ owner: { account_id, kind, name } }: Pick<QuarantinedFile, 'owner'>) {
  const { t } = useLingui()
  if (kind === 'visitor') return <span className="text-ink-soft">{t`Visitor`}</span>
  if (kind === 'business') return <span translate="no">{name}</span>
  return (
    <Link translate="no" className="link" to={paths.managedAccount(account_id)}>
      {name}
    </Link>
  )
}
