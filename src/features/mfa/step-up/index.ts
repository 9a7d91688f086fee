import { lazy } from 'react'

export { startStepUp } from './start-step-up.ts'
/** Rendered once, in the shell. */
export const StepUpHost = lazy(() => import('./step-up-host.tsx'))
