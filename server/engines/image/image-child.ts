import { resolve } from 'node:path'
import { serve } from '../child-serve.ts'
import type { ImageRequest } from './convert.ts'
import { bringOwnFonts } from './fontconfig.ts'

// The folder's absolute name, since fontconfig does not take a relative one. It is emptied between jobs, so the
// settings are written anew where a drawing with letters comes: see `convert.ts`.
bringOwnFonts(resolve('tmp'))
const { convertImage, warmImages } = await import('./convert.ts')

await serve<ImageRequest>({ warm: warmImages, run: convertImage })
