import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../../api/account.ts'
import { forgetOwner } from '../../../api/acting.ts'
import { actFor, BUSINESS_PARAM, businessIn, useActing } from '../../../stores/acting.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useActingFor } from './use-acting-for.ts'

/**
 * Synchronizes the URL and the account of a tab. The URL names the page's business, so that shared
 * links, reloads and Back open the same one; users who are not members use their own account.
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
    // Back may lead to the same history entry.
    if (leaving !== null && leaving !== key) useActing.setState({ leaving: null })
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place of the history gets it, also one with the same address
  useEffect(() => writeInAddress(id), [id, pathname, search, key])

  useEffect(() => {
    if (!stranger) return
    actFor(null)
    forgetOwner()
    // Renders a page again that found nothing for the business.
    void navigate(pathname, { replace: true })
    showToast({
      kind: 'error',
      text: t`You’re not an active member of that business. This tab now uses your personal account.`,
    })
  }, [stranger, t, navigate, pathname])
  return null
}

/** Bypasses the router, so that the page does not render again. */
function writeInAddress(id: string | null): void {
  const url = new URL(location.href)
  if (url.searchParams.get(BUSINESS_PARAM) === id) return
  if (id === null) url.searchParams.delete(BUSINESS_PARAM)
  else url.searchParams.set(BUSINESS_PARAM, id)
  history.replaceState(history.state, '', url)
}
