import type { Readable } from 'node:stream'
import { ApiProblem } from '../../core/api-problem.ts'
import { callerLimits } from '../../core/billing/limits-of.ts'
import type { Context } from '../../core/context.ts'
import { keepStream, type Upload } from '../../core/receive-upload.ts'
import { WebError } from '../../core/web-error.ts'

/** A slow file may take so long and no longer. */
const PATIENCE = 5 * 60_000

/**
 * Fetches a file from a public address, as if it had been sent along. `gone` ends it when the
 * caller has left.
 * @throws ApiProblem url_refused, url_failed, file_too_large · StorageFull
 */
export async function receiveUrl(
  ctx: Context,
  url: string,
  filename: string | undefined,
  gone: AbortSignal,
): Promise<Upload> {
  const { web, settings } = ctx.platform
  const tooLarge = () =>
    new ApiProblem('file_too_large', 'The file is larger than the limit of this account.')
  const { max_upload_bytes: most } = await callerLimits(ctx)
  try {
    const file = await web.get(url, AbortSignal.any([AbortSignal.timeout(PATIENCE), gone]))
    try {
      if ((file.size ?? 0) > most) throw tooLarge()
      return await keepStream(
        upTo(file.body, most, tooLarge),
        filename ?? file.filename,
        settings,
        () => false,
      )
    } finally {
      // Whatever was refused before its bytes were read must not hold the connection.
      file.body.destroy()
    }
  } catch (error) {
    if (error instanceof WebError)
      throw new ApiProblem(error.kind === 'refused' ? 'url_refused' : 'url_failed', error.message)
    const { name, code } = error as NodeJS.ErrnoException
    if (
      name === 'AbortError' ||
      name === 'TimeoutError' ||
      code?.startsWith('UND_ERR') ||
      code === 'ECONNRESET'
    )
      throw new ApiProblem(
        'url_failed',
        'The download ended before the whole file had arrived. Nothing was stored. Try again.',
      )
    throw error
  }
}

/** The same bytes, until there are too many of them. */
async function* upTo(body: Readable, limit: number, tooLarge: () => ApiProblem) {
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    yield chunk
  }
}
