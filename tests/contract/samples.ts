import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES_FOLDER } from '../../server/engines/kernel/packages.ts'
import { pixel } from './caller.ts'

export interface Sample {
  name: string
  content: () => Blob
  target: string
}

/** A font that the project ships anyway. */
const font = () =>
  new Blob([
    readFileSync(
      join(MODULES_FOLDER, '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf'),
    ),
  ])

/** A tenth of a second of a tone of 440 Hz: mono, 16 bits, 8000 Hz. */
function tone(): Blob {
  const samples = 800
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8000, 24)
  wav.writeUInt32LE(16_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++)
    wav.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * at) / 8000)), 44 + at * 2)
  return new Blob([wav])
}

/** Four corners and four faces. */
const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'

/** One small file per family, and what it can become. */
export const SAMPLES = {
  document: { name: 'note.md', content: () => new Blob(['# Hello\n\nWords.']), target: 'html' },
  image: { name: 'dot.png', content: pixel, target: 'webp' },
  font: { name: 'mono.ttf', content: font, target: 'woff' },
  audio: { name: 'tone.wav', content: tone, target: 'flac' },
  model: { name: 'corner.obj', content: () => new Blob([TETRAHEDRON]), target: 'stl' },
} satisfies Record<string, Sample>
