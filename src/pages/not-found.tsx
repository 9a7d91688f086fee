import { ApiError } from '../api/errors.ts'

/** An address that we do not have is an error like any other, and has the same page. */
export default function NotFound(): never {
  throw new ApiError('not_found', 404)
}
