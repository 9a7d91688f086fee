import { ApiProblem } from '../../core/api-problem.ts'

/** The refusal of a piece that does not begin where the upload stands. */
export const offsetMismatch = (offset: number) =>
  new ApiProblem('upload_offset_mismatch', `${offset} bytes have arrived; the next piece begins there.`, {
    offset,
  })

export const uploadGone = () =>
  new ApiProblem('not_found', 'This upload was finished or cancelled in the meantime.')
