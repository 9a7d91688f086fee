import { StorageFull } from '../core/storage-full.ts'
import { Unreachable } from '../core/unreachable.ts'

/**
 * The server's error code, such as `NoSuchKey`; for a connection failure, the system's error code.
 */
export const codeOf = (error: unknown): string => {
  const { name, Code, code } = (error ?? {}) as { name?: string; Code?: string; code?: string }
  return Code ?? (name !== 'Error' ? name : undefined) ?? code ?? ''
}

/** The HTTP status of the response; undefined without one. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

/** Servers use different codes. */
const FULL = /^EntityTooLarge$|QuotaExceed|StorageFull|Insufficient(Storage|Capacity)/
const AWAY =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ERR_STREAM_PREMATURE_CLOSE)$/

/**
 * Turns "no space" into StorageFull, and connection failures and server errors into Unreachable.
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
