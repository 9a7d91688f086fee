import { StorageFull } from '../core/storage-full.ts'
import { Unreachable } from '../core/unreachable.ts'

/**
 * What a server calls its error: `NoSuchKey`; where the connection failed, the system's word for
 * that.
 */
export const codeOf = (error: unknown): string => {
  const { name, Code, code } = (error ?? {}) as { name?: string; Code?: string; code?: string }
  return Code ?? (name !== 'Error' ? name : undefined) ?? code ?? ''
}

/** The HTTP status of the answer; undefined where there was none. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

/** Every kind of server has a word of its own for it. */
const FULL = /^EntityTooLarge$|QuotaExceed|StorageFull|Insufficient(Storage|Capacity)/
const AWAY =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ERR_STREAM_PREMATURE_CLOSE)$/

/**
 * Turns "no room" into StorageFull, and what does not answer, or only with its own faults, into
 * Unreachable.
 */
export async function orTold<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const status = statusOf(error)
    if (status === 507 || FULL.test(codeOf(error)))
      throw new StorageFull('no room in the bucket', { cause: error })
    const { code = '', name } = error as NodeJS.ErrnoException
    if (
      name === 'TimeoutError' ||
      AWAY.test(code) ||
      status === 429 ||
      (status !== 501 && (status ?? 0) >= 500)
    )
      throw new Unreachable('The file store', { cause: error })
    throw error
  }
}
