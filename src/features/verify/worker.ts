import { checkFile } from './check-file.ts'
import type { CheckMessage } from './run-check.ts'

const say = (message: CheckMessage) => postMessage(message)

/**
 * Reading and reckoning go on here, so that the page stays at hand; what that takes comes with the
 * first file.
 */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  checkFile(data, (done) => say({ done })).then(
    (report) => say({ report }),
    () => say({ failed: 'unread' }),
  )
})
