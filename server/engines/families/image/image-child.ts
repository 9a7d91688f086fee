import { resolve } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import type { ImageRequest } from './convert.ts'
import { bringOwnFonts } from './fontconfig.ts'
import type { PhotoRequest } from './photo.ts'

// fontconfig needs an absolute path. The folder is emptied between jobs, so `convert.ts` writes the
// configuration again for SVGs with text.
bringOwnFonts(resolve('tmp'))
const { convertImage, warmImages } = await import('./convert.ts')
const { keepPhoto } = await import('./photo.ts')

await serve<ImageRequest | PhotoRequest>({
  warm: warmImages,
  run: (request, report) => ('photo' in request ? keepPhoto(request) : convertImage(request, report)),
})
