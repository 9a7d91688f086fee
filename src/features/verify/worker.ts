import { checkFile } from './check-file.ts'
import type { CheckMessage } from './run-check.ts'

const say = (message: CheckMessage) => postMessage(message)

/** Verifies in a worker, so that the page stays responsive; its code loads with the first file. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  checkFile(data, (done) => say({ done })).then(
    (report) => say({ report }),
    () => say({ failed: 'unread' }),
  )
})
