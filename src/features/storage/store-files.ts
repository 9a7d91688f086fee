import { invalidateStorageSoon, uploadRoutes } from '../../api/storage.ts'
import { randomId } from '../../lib/random-id.ts'
import { pieceSender } from '../../stores/senders.ts'
import { enqueueUploads, onUploadSettled } from '../../stores/uploads.ts'

/** Sends files to be kept. They go in pieces, so that a cut costs no more than one. */
export function storeFiles(files: readonly File[]): void {
  listen()
  const url = uploadRoutes.begin()
  enqueueUploads(
    files.map((file) => {
      const id = randomId()
      const sender = pieceSender(file, { ...uploadRoutes, begin: url }, id)
      return { id, name: file.name, fileCount: 1, url, sender }
    }),
  )
}

let listening = false
function listen(): void {
  if (listening) return
  listening = true
  onUploadSettled(({ url, state }) => {
    if (state === 'done' && url === uploadRoutes.begin()) invalidateStorageSoon()
  })
}
