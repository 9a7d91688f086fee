import { lazy, Suspense } from 'react'
import type { ApiError } from '../../api/errors.ts'

/**
 * The words come with the first error, not with the page; `useSubmit` fetches them while the answer
 * is awaited.
 */
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
