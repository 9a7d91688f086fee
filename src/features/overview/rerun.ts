import { convertAgain, convertUrl } from '../../api/convert.ts'
import { errorFromAnswer, errorFromNetwork } from '../../api/errors.ts'
import type { Conversion } from '../../api/history.ts'
import { follow } from '../../api/live.ts'
import { invalidateSoon } from '../../api/query-client.ts'
import { randomId } from '../../lib/random-id.ts'
import { type FormParts, formSender } from '../../stores/senders.ts'
import { cancelUpload, enqueueUploads, onUploadSettled } from '../../stores/uploads.ts'

/** The options of a conversion, as form parts for the convert endpoints. */
function wishOf({ operation, target_format, options }: Conversion): FormParts {
  return Object.entries({
    target_format,
    ...(operation !== 'convert' && { operation }),
    ...(Object.keys(options).length > 0 && { options: JSON.stringify(options) }),
  })
}

function started(id: string): void {
  follow(id)
  invalidateSoon('listConversions')
  invalidateSoon('getDocumentCredits')
}

/** Runs a conversion again from its stored original. @throws ApiError */
export async function rerun(conversion: Conversion): Promise<void> {
  const { family, s3_key } = conversion
  const parts: FormParts = [...wishOf(conversion), ['s3_key', s3_key ?? '']]
  const { conversion_id } = await convertAgain(family, parts, randomId())
  started(conversion_id)
}

/**
 * Runs a conversion again with another file: an upload of the tray, which keeps it if the network
 * fails. Rejects with the server's refusal; never settles while the upload is paused or waits for
 * another attempt.
 */
export function rerunWith(conversion: Conversion, file: File): Promise<void> {
  const { family } = conversion
  const id = randomId()
  const url = convertUrl(family)
  return new Promise((resolve, reject) => {
    const stop = onUploadSettled(({ id: settled, outcome }) => {
      if (settled !== id || !outcome || outcome.status === 0) return
      stop()
      const body = outcome.body as { conversion_id?: unknown } | null
      if (outcome.status === 202 && typeof body?.conversion_id === 'string') {
        started(body.conversion_id)
        return resolve()
      }
      cancelUpload(id)
      reject(outcome.status >= 400 ? errorFromAnswer(outcome.status, outcome.body) : errorFromNetwork())
    })
    const sender = formSender(url, [...wishOf(conversion), ['file', file]], randomId())
    enqueueUploads([{ id, name: file.name, fileCount: 1, url, sender }])
  })
}
