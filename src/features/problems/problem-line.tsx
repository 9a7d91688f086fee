import type { ApiError } from '../../api/errors.ts'
import { useProblemWords } from './use-problem-words.ts'

/** What went wrong with the whole of a form or a dialog. What is wrong with one of its fields stands there, and only there. */
export function ProblemLine({ error, fields = [] }: { error: ApiError | null; fields?: readonly string[] }) {
  const words = useProblemWords()
  if (!error) return null
  if (error.errors.length > 0 && error.errors.every(({ path }) => fields.includes(path))) return null
  return (
    <p role="alert" className="mt-3 text-bad">
      {words(error)}
    </p>
  )
}
