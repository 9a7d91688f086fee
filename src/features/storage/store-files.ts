import { errorFromAnswer, errorFromNetwork } from '../../api/errors.ts'
import { invalidateStorageSoon, type UserFile, uploadRoutes } from '../../api/storage.ts'
import { randomId } from '../../lib/random-id.ts'
import { pieceSender } from '../../stores/senders.ts'
import { enqueueUploads, isActive, onUploadSettled, useUploads } from '../../stores/uploads.ts'

/** Uploads files in chunks, so that a disconnect loses at most one. @returns the uploads' ids */
export function storeFiles(files: readonly File[]): string[] {
  listen()
  const url = uploadRoutes.begin()
  const uploads = files.map((file) => {
    const id = randomId()
    const sender = pieceSender(file, { ...uploadRoutes, begin: url }, id)
    return { id, name: file.name, fileCount: 1, url, sender }
  })
  enqueueUploads(uploads)
  return uploads.map(({ id }) => id)
}

/** The stored file of an upload by `storeFiles`; null if it was cancelled. @throws ApiError */
export function whenStored(id: string): Promise<UserFile | null> {
  return new Promise((resolve, reject) => {
    const stop = useUploads.subscribe(({ uploads }) => {
      const upload = uploads.find((one) => one.id === id)
      if (upload && isActive(upload)) return
      stop()
      const { status = 0, body = null } = upload?.outcome ?? {}
      if (!upload) resolve(null)
      else if (upload.state === 'done') resolve((body as { file: UserFile }).file)
      else reject(status === 0 ? errorFromNetwork() : errorFromAnswer(status, body))
    })
  })
}

let listening = false
function listen(): void {
  if (listening) return
  listening = true
  onUploadSettled(({ url, state }) => {
    if (state === 'done' && url === uploadRoutes.begin()) invalidateStorageSoon()
  })
}
