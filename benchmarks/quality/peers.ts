import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { program } from './program.ts'

/** A program that people use in place of Filewright. */
export interface Peer {
  name: string
  command: string
  families: readonly string[]
  /** Converts a file; returns the result's path, or null. */
  convert(source: string, target: string, folder: string): string | null
}

const made = (path: string) => (existsSync(path) ? path : null)

export const PEERS: readonly Peer[] = [
  {
    name: 'pandoc',
    command: 'pandoc',
    families: ['docs html'],
    convert(source, target, folder) {
      const result = join(folder, `pandoc.${target}`)
      program('pandoc', ['-s', '-o', result, source])
      return made(result)
    },
  },
  {
    name: 'LibreOffice',
    command: 'soffice',
    families: ['docs html'],
    convert(source, target, folder) {
      program('soffice', ['--headless', '--convert-to', target, '--outdir', folder, source])
      const name = source.slice(source.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
      return made(join(folder, `${name}.${target}`))
    },
  },
  {
    name: 'ImageMagick',
    command: 'magick',
    families: ['images png', 'images webp'],
    convert(source, target, folder) {
      const result = join(folder, `magick.${target}`)
      program('magick', [source, result])
      return made(result)
    },
  },
  {
    name: 'ffmpeg',
    command: 'ffmpeg',
    families: ['video mp4', 'video mp3'],
    convert(source, target, folder) {
      const result = join(folder, `ffmpeg.${target}`)
      program('ffmpeg', ['-v', 'error', '-y', '-i', source, result])
      return made(result)
    },
  },
]
