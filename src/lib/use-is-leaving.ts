import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'

/**
 * Returns a function that says whether the router is navigating away from the rendered location.
 * The router's hooks cannot: they know a location only once it is rendered, which is too late while
 * its code loads.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const { key } = useLocation()
  return () =>
    router !== undefined && (router.state.navigation.state !== 'idle' || router.state.location.key !== key)
}
