import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../api/account.ts'
import { q } from '../../api/query-client.ts'
import { useUsageSummary } from '../../api/usage.ts'
import { paths } from '../../paths.ts'
import { useActingFor, useMay } from '../businesses/acting/index.ts'

export interface FirstStep {
  id: string
  title: string
  note: string
  label: string
  /** The button's target; by default it opens the file dialog. */
  path?: string
  done: boolean
}

const LIST = { query: { page_size: 1 } } as const

/** The first steps of a new account, by permission; null until it is known which are done. */
export function useFirstSteps(): FirstStep[] | null {
  const { t } = useLingui()
  const may = useMay()
  const member = useActingFor()
  const { data: user } = useSession()
  const { data: usage } = useUsageSummary()
  const [canShare, canSign] = [may('shares:write'), may('signing:write')]
  const quiet = { staleTime: 10_000, throwOnError: false } as const
  const shares = useQuery({ ...q('listShares', LIST), ...quiet, enabled: canShare }).data
  const requests = useQuery({ ...q('listSigningSessions', LIST), ...quiet, enabled: canSign }).data
  if (!user || !usage || (canShare && !shares) || (canSign && !requests)) return null
  const steps: FirstStep[] = [
    {
      id: 'convert',
      title: t`Convert a file`,
      note: t`Drop one above, or use a sample`,
      label: t`Choose a file`,
      done: usage.all_time.conversions > 0,
    },
  ]
  if (canShare)
    steps.push({
      id: 'share',
      title: t`Share a result`,
      note: t`A link with an expiry date, and a password if you want one`,
      label: t`Create link`,
      path: paths.shares({ new: '1' }),
      done: (shares?.count ?? 0) > 0,
    })
  if (canSign)
    steps.push({
      id: 'sign',
      title: t`Send a document for signature`,
      note: t`Recipients sign on a phone, without an account`,
      label: t`New request`,
      path: paths.newSigning(),
      done: (requests?.count ?? 0) > 0,
    })
  // The second factor belongs to the user, not to the current business.
  if (!member)
    steps.push({
      id: 'mfa',
      title: t`Add an authenticator app`,
      note: t`Asks for a code at sign-in, also if your password is stolen`,
      label: t`Add app`,
      path: paths.security({ 'set-up': 'totp' }),
      done: user.mfa_enabled,
    })
  return steps
}
