import { lazy } from 'react'

export { startBuying } from './start-buying.ts'
/** Rendered once, in the shell. */
export const BuyingHost = lazy(() => import('./buying-host.tsx'))
