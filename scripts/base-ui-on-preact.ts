import { useId, useInsertionEffect, useLayoutEffect } from 'react'

/**
 * In place of two files that Base UI brings, in the bundle of a share link's page alone: each would take hold of React as a
 * whole, and keep every part of Preact in the first load of that page. About 2 kB of it.
 */

/** Base UI looks for these in a copy of React, since an older one may have none. */
export const SafeReact = { useId, useInsertionEffect, useLayoutEffect }

/** What Base UI takes before React 19. Preact says that it is 19. */
export function useSyncExternalStoreWithSelector(): never {
  throw new Error('Preact says that it is older than React 19')
}
