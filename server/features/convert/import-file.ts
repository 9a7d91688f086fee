import type { StoredUpload } from '../../../contract/convert.ts'
import type { Context } from '../../core/context.ts'
import { keepUpload } from './keep-upload.ts'
import { receiveUrl } from './receive-url.ts'

/**
 * Fetches a file from a public address and keeps it for a day, so that its format is known before
 * anybody chooses a target.
 * @throws ApiProblem url_refused, url_failed, file_too_large, file_empty, unsupported_source
 */
export async function importFile(
  ctx: Context,
  { url, filename }: { url: string; filename?: string | undefined },
  gone: AbortSignal,
): Promise<StoredUpload> {
  return keepUpload(ctx, await receiveUrl(ctx, url, filename, gone))
}
