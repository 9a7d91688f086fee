import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { sessionQuery } from '../../api/account.ts'
import { paths } from '../../paths.ts'
import { onSignOut } from '../../stores/sign-out.ts'
import { AREAS, isCurrent } from './areas.ts'

const OTHERS = [paths.account(), paths.notifications()]

/** Whether a page needs an account. Overview redirects guests to Convert itself. */
const needsAccount = (pathname: string): boolean =>
  OTHERS.includes(pathname) || AREAS.some((area) => !area.visitors && isCurrent(area, pathname))

/**
 * Delays an account's page until a session is confirmed, because a guest's requests would redirect
 * to the sign-in page. If it cannot be confirmed, the server decides.
 */
export function AccountGate({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { data: user, isPending, isPaused, isError } = useQuery(sessionQuery)
  const [isLeaving, setIsLeaving] = useState(false)
  // Signing out navigates itself, and may show a notice on the sign-in page.
  useEffect(() => onSignOut(() => setIsLeaving(true)), [])
  if (!needsAccount(pathname)) return children
  if (isLeaving) return null
  if (isPending && !isPaused && !isError) return null
  if (user === null && pathname !== paths.overview())
    return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return children
}
