import { ApiProblem } from '../api-problem.ts'
import { Unreachable } from '../unreachable.ts'

/** The problem for an unavailable payment provider. */
export const unavailable = () =>
  new ApiProblem(
    'payment_unavailable',
    'The payment provider is not responding. Nothing was charged. Try again in a moment.',
  )

/** @throws ApiProblem payment_unavailable */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unreachable) throw unavailable()
    throw error
  }
}
