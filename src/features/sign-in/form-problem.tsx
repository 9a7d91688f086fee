import { CircleAlertIcon } from 'lucide-react'
import type { ApiError } from '../../api/errors.ts'
import { useProblemWords } from '../problems/index.ts'

/** The error of the whole form. Errors of fields are shown at the field only. */
export default function FormProblem({ problem, fields = [] }: { problem: ApiError; fields?: string[] }) {
  const words = useProblemWords()
  if (problem.errors.length > 0 && problem.errors.every(({ path }) => fields.includes(path))) return null
  return (
    <p role="alert" className="flex gap-2 rounded-control bg-bad-tint px-3 py-2 text-body text-bad">
      <CircleAlertIcon className="mt-0.5" />
      <span>{words(problem)}</span>
    </p>
  )
}
