import { compress, decompress } from 'wawoff2'
import { serve } from '../../kernel/child-serve.ts'
import { convertFont } from './convert-font.ts'
import { changesOf } from './options.ts'
import type { FontRequest } from './requests.ts'
import { readSfnt } from './sfnt.ts'
import { applyChanges } from './subset.ts'
import { tinyFont } from './tiny-font.ts'

await serve<FontRequest>({
  async warm() {
    const tiny = tinyFont()
    await decompress(await compress(tiny))
    await applyChanges(readSfnt(tiny), changesOf({ subset: 'ascii' }))
  },
  run: convertFont,
})
