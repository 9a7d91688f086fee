import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES_FOLDER } from '../server/engines/kernel/packages.ts'
import type { Customer } from './client.ts'

// Generated input files, so that the benches need no other files.

const WORDS =
  'harbour light buoy tide anchor chart north current vessel crew log water wind signal deck quay'.split(' ')

/** Prose with headings, lists and a table, about 45 sections on 20 pages. */
export function report(sections: number): string {
  const sentence = (seed: number) =>
    `${Array.from({ length: 14 }, (_, at) => WORDS[(seed * 7 + at * at + at) % WORDS.length]).join(' ')}.`
  return Array.from({ length: sections }, (_, part) =>
    [
      `## Part ${part + 1}`,
      Array.from({ length: 9 }, (_, at) => sentence(part + at)).join(' '),
      `- ${sentence(part + 1)}\n- ${sentence(part + 2)}`,
      `| Ship | Tons |\n|---|---|\n| ${WORDS[part % WORDS.length]} | ${part * 17} |`,
    ].join('\n\n'),
  ).join('\n\n')
}

/** The same with code listings between the sections, like a README. */
export function readme(sections: number): string {
  const listings = [
    '~~~js\nconst tons = (ship) => ship.tons ?? 0\nexport default tons\n~~~',
    '~~~python\ndef tons(ship: str) -> int:\n    return 17  # a comment\n~~~',
    '~~~sh\nls -l | grep ship\n~~~',
  ]
  return report(sections).replace(/\n\n(?=## Part (\d+))/g, (gap, part) =>
    part % 4 === 0 ? `${gap}${listings[(part / 4 - 1) % listings.length]}${gap}` : gap,
  )
}

/** The prose as DOCX, converted by the service. */
export async function wordDocument(customer: Customer, sections = 45): Promise<Buffer> {
  const file = new File([report(sections)], 'report.md')
  const id = await customer.convert('document', file, { target_format: 'docx' })
  return customer.download(await customer.wait(id, 'document'))
}

/** The test video of FFmpeg in 1280 × 720 with a tone; null if FFmpeg is not installed. */
export function clip(folder: string, seconds: number): string | null {
  const path = join(folder, 'clip.mp4')
  const made = spawnSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=30:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-y', path],
  ])
  return made.status === 0 ? path : null
}

/** An OpenType font: a subset of the bundled Japanese font. */
export async function otf(folder: string): Promise<string> {
  const { default: subsetFont } = await import('subset-font')
  const whole = readFileSync(join(MODULES_FOLDER, '@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf'))
  const text = String.fromCodePoint(...Array.from({ length: 1100 }, (_, at) => 0x4e00 + at))
  const path = join(folder, 'font.otf')
  writeFileSync(path, await subsetFont(whole, text, { targetFormat: 'sfnt' }))
  return path
}

/** A single-file glTF: terrain of `side` × `side` points with normals. About 5 MB for 256. */
export function terrain(folder: string, side: number): string {
  const count = side * side
  const positions = new Float32Array(count * 3)
  const normals = new Float32Array(count * 3)
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % side, Math.floor(at / side)]
    positions.set([x / side, 0.1 * Math.sin(x / 9) * Math.cos(y / 7), y / side], at * 3)
    normals.set([0, 1, 0], at * 3)
  }
  const indices = new Uint32Array((side - 1) * (side - 1) * 6)
  let next = 0
  for (let y = 0; y < side - 1; y++)
    for (let x = 0; x < side - 1; x++) {
      const corner = y * side + x
      indices.set([corner, corner + side, corner + 1, corner + 1, corner + side, corner + side + 1], next)
      next += 6
    }
  const parts = [positions, normals, indices].map((part) => Buffer.from(part.buffer))
  const bytes = Buffer.concat(parts)
  let offset = 0
  const bufferViews = parts.map((part, index) => {
    const view = { buffer: 0, byteOffset: offset, byteLength: part.length, target: index < 2 ? 34962 : 34963 }
    offset += part.length
    return view
  })
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count, type: 'VEC3', min: [0, -0.1, 0], max: [1, 0.1, 1] },
      { bufferView: 1, componentType: 5126, count, type: 'VEC3' },
      { bufferView: 2, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews,
    buffers: [
      { byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` },
    ],
  }
  const path = join(folder, 'terrain.gltf')
  writeFileSync(path, JSON.stringify(json))
  return path
}
