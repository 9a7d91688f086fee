import { downloadUrl, zipUrl } from '../../api/storage.ts'
import { startDownload } from '../../lib/start-download.ts'

const FRAME = 'downloads'

/**
 * Downloads by form submission: an archive is streamed to disk, while a fetched response would be
 * kept in memory. The form targets a hidden frame, because in the window a running upload would
 * prompt before leaving.
 */
function postForm(action: string, fields: Record<string, string>): void {
  if (!document.querySelector(`iframe[name=${FRAME}]`)) {
    const frame = document.createElement('iframe')
    Object.assign(frame, { name: FRAME, hidden: true, title: '' })
    document.body.append(frame)
  }
  const form = document.createElement('form')
  Object.assign(form, { action, method: 'post', target: FRAME, hidden: true })
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}

/** A single file as it is, several as an archive. @throws ApiError */
export async function downloadFiles(ids: readonly string[], filename: string): Promise<void> {
  const [only] = ids
  if (ids.length === 1 && only) startDownload(await downloadUrl(only))
  else postForm(zipUrl(), { file_ids: ids.join(','), filename })
}
