import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { readComicInfo } from './comic-info.ts'
import { INFO_FILE } from './formats.ts'
import { writeComicPdf } from './write-pdf.ts'

export interface ComicRequest {
  /** Names in `in`, in page order. */
  images: string[]
  output: string
  direction: 'auto' | 'left_to_right' | 'right_to_left'
  maxPixels: number
}

await serve<ComicRequest>({
  async warm() {
    await import('@cantoo/pdf-lib')
  },

  async run({ images, output, direction, maxPixels }, report) {
    const described = join('in', INFO_FILE)
    const info = readComicInfo(existsSync(described) ? readFileSync(described, 'utf8') : '')
    const rightToLeft = direction === 'auto' ? info.rightToLeft : direction === 'right_to_left'
    const paths = images.map((name) => join('in', name))
    return writeComicPdf({ images: paths, info: { ...info, rightToLeft }, maxPixels }, output, report)
  },
})
