import { resolve } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import type { ImageRequest } from './convert.ts'
import { bringOwnFonts } from './fontconfig.ts'
import type { PhotoRequest } from './photo.ts'

// The folder's absolute name, since fontconfig does not take a relative one. It is emptied between
// jobs, so the settings are written anew where a drawing with letters comes: see `convert.ts`.
bringOwnFonts(resolve('tmp'))
const { convertImage, warmImages } = await import('./convert.ts')
const { keepPhoto } = await import('./photo.ts')

await serve<ImageRequest | PhotoRequest>({
  warm: warmImages,
  run: (request, report) => ('photo' in request ? keepPhoto(request) : convertImage(request, report)),
})
