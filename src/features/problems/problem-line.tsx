import type { ApiError } from '../../api/errors.ts'
import { useProblemLabels } from './use-problem-labels.ts'

/** The error of a whole form or dialog. Errors of fields are shown at the field only. */
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
