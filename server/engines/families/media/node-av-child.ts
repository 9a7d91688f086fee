import { AV_LOG_ERROR } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { serve } from '../../kernel/child-serve.ts'
import { factsOf, isEmpty, openInput } from './node-av-input.ts'
import { transcode } from './node-av-transcode.ts'
import type { MediaTool } from './tool.ts'
import { type MediaRequest, work } from './work.ts'

Log.setLevel(AV_LOG_ERROR)

const tool: MediaTool = {
  async probe(path, demuxer) {
    const input = openInput(path, demuxer)
    try {
      return factsOf(input, path)
    } finally {
      input.closeInputSync()
    }
  },
  isEmpty,
  transcode,
}

await serve<MediaRequest>({
  // Loading the library is the only slow part.
  async warm() {},
  run: (request, report) => work(tool, request, report),
})
