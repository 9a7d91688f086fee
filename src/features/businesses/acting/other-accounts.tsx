import { useLingui } from '@lingui/react/macro'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../../api/account.ts'
import { useMemberships } from '../../../api/business-users.ts'
import { useActing } from '../../../stores/acting.ts'
import { Button } from '../../../ui/button.tsx'
import { useSwitch } from './use-switch.ts'

/** The number that is offered; the switcher has all of them. */
const MOST = 5

/**
 * For not-found pages: another account may have the object, for example when a colleague shared the
 * link.
 */
export function OtherAccounts() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const change = useSwitch()
  const acting = useActing((state) => state.id)
  const { data: user } = useSession()
  const { data } = useMemberships(user !== undefined && user !== null)
  if (!user) return null
  const others = (data ?? []).filter(
    ({ status, business_id }) => status === 'active' && business_id !== acting,
  )
  if (others.length === 0 && acting === null) return null
  const open = (id: string | null) => change(id, () => void navigate(pathname + search, { replace: true }))
  return (
    <section aria-label={t`Other accounts`} className="mx-auto mt-2 grid max-w-72 gap-2 text-center">
      <p className="text-ink-soft">{t`It may belong to another of your accounts:`}</p>
      {acting !== null && <Button size={28} onClick={() => open(null)}>{t`Open as yourself`}</Button>}
      {others.slice(0, MOST).map(({ business_id, business: { name } }) => (
        <Button key={business_id} size={28} onClick={() => open(business_id)}>
          {t`Open for ${name}`}
        </Button>
      ))}
    </section>
  )
}
