import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { sessionQuery } from '../../api/account.ts'
import { paths } from '../../paths.ts'
import { onSignOut } from '../../stores/sign-out.ts'
import { AREAS, isCurrent } from './areas.ts'

const OTHERS = [paths.account(), paths.notifications()]

/** Whether a page shows what only an account has. Overview leads guests to Convert itself. */
const needsAccount = (pathname: string): boolean =>
  OTHERS.includes(pathname) || AREAS.some((area) => !area.visitors && isCurrent(area, pathname))

/**
 * Holds a page of an account back until it is known that somebody is signed in: its requests would
 * be refused for a guest, and a refusal leads to the sign-in page. Where it cannot be found out,
 * the service decides.
 */
export function AccountGate({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { data: user, isPending, isPaused, isError } = useQuery(sessionQuery)
  const [isLeaving, setIsLeaving] = useState(false)
  // Signing out navigates by itself, and may show a notice on the sign-in page.
  useEffect(() => onSignOut(() => setIsLeaving(true)), [])
  if (!needsAccount(pathname)) return children
  if (isLeaving) return null
  if (isPending && !isPaused && !isError) return null
  if (user === null && pathname !== paths.overview())
    return <Navigate to={paths.signIn({ return: pathname + search })} replace />
  return children
}
