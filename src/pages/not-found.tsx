import { ApiError } from '../api/errors.ts'
import { ProblemPage } from './route-problem.tsx'

const NOWHERE = new ApiError('not_found', 404)

/** An address that we do not have looks like any other thing that is not there. */
export default function NotFound() {
  return <ProblemPage thrown={NOWHERE} />
}
