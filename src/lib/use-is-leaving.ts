import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'

/**
 * Says, when it is called, whether the router is on its way to another place than the one that is
 * on the screen. The hooks of the router can't say it: they know a place only once it is drawn,
 * which for a page whose code is still loading is too late.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const { key } = useLocation()
  return () =>
    router !== undefined && (router.state.navigation.state !== 'idle' || router.state.location.key !== key)
}
