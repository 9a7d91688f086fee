import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../../api/account.ts'
import { forgetOwner } from '../../../api/acting.ts'
import { actFor, BUSINESS_PARAM, businessIn, useActing } from '../../../stores/acting.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useActingFor } from './use-acting-for.ts'

/**
 * Keeps the address and the account of a tab together. An address says of which business its page
 * is, so that a link that is sent to a colleague, a reload and the way back open it for the same
 * one; where the person is no member they act for themselves.
 */
export function ActingGuard() {
  const { t } = useLingui()
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const id = useActing((state) => state.id)
  const { data: user } = useSession()
  const named = businessIn(search)
  const stranger = useActingFor() === null && id !== null && user !== null

  useEffect(() => {
    if (named === null || named === useActing.getState().id) return
    actFor(named)
    forgetOwner()
  }, [named])

  useEffect(() => {
    const { leaving } = useActing.getState()
    // The way back may lead to the same place.
    if (leaving !== null && leaving !== key) useActing.setState({ leaving: null })
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place of the history gets it, also one with the same address
  useEffect(() => writeInAddress(id), [id, pathname, search, key])

  useEffect(() => {
    if (!stranger) return
    actFor(null)
    forgetOwner()
    // A page that found nothing of the business is drawn anew.
    void navigate(pathname, { replace: true })
    showToast({
      kind: 'error',
      text: t`You’re not an active member of that business. This tab now uses your personal account.`,
    })
  }, [stranger, t, navigate, pathname])
  return null
}

/** Without the router: no page is to be drawn again for it. */
function writeInAddress(id: string | null): void {
  const url = new URL(location.href)
  if (url.searchParams.get(BUSINESS_PARAM) === id) return
  if (id === null) url.searchParams.delete(BUSINESS_PARAM)
  else url.searchParams.set(BUSINESS_PARAM, id)
  history.replaceState(history.state, '', url)
}
