import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { StepResult } from '../../kernel/protocol.ts'
import { imageFailure } from './failures.ts'
import { stripJpeg } from './strip-jpeg.ts'

export interface PhotoRequest {
  photo: true
  input: string
  output: string
  maxPixels: number
}

/** A JPEG without its metadata. Decodes its pixels once to detect damage. */
export async function keepPhoto({ input, output, maxPixels }: PhotoRequest): Promise<StepResult> {
  try {
    const path = join('in', input)
    const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
    const { format, orientation = 1, autoOrient } = await sharp(path, options).metadata()
    if (format !== 'jpeg') throw new Error(`read as ${format}`)
    if (autoOrient.width * autoOrient.height > maxPixels) throw new Error('exceeds pixel limit')
    await sharp(path, options).resize(64).raw().toBuffer()
    writeFileSync(join('out', output), stripJpeg(readFileSync(path), orientation))
    return { files: [output], width: autoOrient.width, height: autoOrient.height, warnings: [] }
  } catch (error) {
    throw imageFailure(error)
  }
}
