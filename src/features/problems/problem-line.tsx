import type { ApiError } from '../../api/errors.ts'
import { useProblemLabels } from './use-problem-labels.ts'

/**
 * What went wrong with the whole of a form or a dialog. What is wrong with one of its fields stands
 * there, and only there.
 */
export function ProblemLine({ error, fields = [] }: { error: ApiError | null; fields?: readonly string[] }) {
  const words = useProblemLabels()
  if (!error) return null
  if (error.errors.length > 0 && error.errors.every(({ path }) => fields.includes(path))) return null
  return (
    <p role="alert" className="mt-3 text-bad">
      {words(error)}
    </p>
  )
}
