import { ApiProblem } from '../../core/api-problem.ts'

/** When it is to be done by. @throws ApiProblem invalid_request for what is over already */
export function deadlineOf(now: Date, at: string | null | undefined): Date | null {
  if (at == null) return null
  const date = new Date(at)
  if (date > now) return date
  throw new ApiProblem('invalid_request', 'The deadline is in the past. Choose a later time.', {
    errors: [{ path: 'deadline_at', message: 'In the future.' }],
  })
}
