import { lazy, Suspense } from 'react'
import type { ApiError } from '../../api/errors.ts'

/** The error texts load with the first error; `useSubmit` preloads them during the request. */
export const loadLabels = () => import('./form-problem.tsx')
const FormProblem = lazy(() => loadLabels().catch(() => ({ default: Bare })))

export function FormError({ error, fields }: { error: ApiError | null; fields?: string[] }) {
  if (!error) return null
  return (
    <Suspense>
      <FormProblem problem={error} {...(fields && { fields })} />
    </Suspense>
  )
}

const Bare = ({ problem }: { problem: ApiError }) => (
  <p role="alert" className="text-body text-bad">
    {problem.message}
  </p>
)
