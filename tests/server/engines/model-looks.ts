import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Mesh } from 'three'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { ModelInspection } from '../../../server/engines/families/model/inspection.ts'
import type { JobOutput } from '../../../server/engines/kernel/engine.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import type { EngineHarness } from './helpers.ts'

/** The members of a ZIP by name. */
export function members(path: string): Map<string, Buffer> {
  const entries = readZipDirectory(path, 1000)
  return new Map(entries.map(({ name }) => [name, readZipEntry(path, entries, name, 1e9) ?? Buffer.alloc(0)]))
}

/** What `inspect` says about a model. */
export async function factsOf(shop: EngineHarness, path: string, format?: string): Promise<ModelInspection> {
  const output = await shop.convert(path, 'json', {}, { operation: 'inspect', ...(format && { format }) })
  return ModelInspection.parse(JSON.parse(readFileSync(output.path, 'utf8')))
}

/** The result as a file with its extension, the model of a ZIP unpacked beside its images. */
export function unpacked(output: JobOutput): string {
  const format = output.format
  const named = `${output.path}.${format}`
  writeFileSync(named, readFileSync(output.path))
  if (format !== 'zip') return named
  const folder = `${output.path}-unpacked`
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of members(named)) writeFileSync(join(folder, name), bytes)
  return join(folder, readdirSync(folder).find((name) => /^model\.(?!mtl|bin)/.test(name)) ?? '')
}

/** Triangles, counted by hand in what is simple enough. */
export function countTriangles(output: JobOutput): number {
  const path = unpacked(output)
  const bytes = readFileSync(path)
  const text = bytes.toString('latin1')
  if (path.endsWith('.stl')) return bytes.readUInt32LE(80)
  if (path.endsWith('.obj')) return text.match(/^f /gm)?.length ?? 0
  if (path.endsWith('.ply')) return Number(/element face (\d+)/.exec(text)?.[1])
  if (path.endsWith('.off')) return Number(text.split('\n')[1]?.split(' ')[1])
  if (path.endsWith('.usdz')) return usdTriangles(bytes)
  return inflated(path, '3D/3dmodel.model').match(/<triangle /g)?.length ?? 0
}

/** A member of a ZIP as text. */
export const inflated = (path: string, name: string) => members(path).get(name)?.toString() ?? ''

/** Triangles as another reader of USD finds them. */
export function usdTriangles(bytes: Buffer): number {
  let triangles = 0
  new USDLoader().parse(new Uint8Array(bytes).buffer).traverse((object) => {
    if (!(object instanceof Mesh)) return
    triangles += (object.geometry.index?.count ?? object.geometry.attributes.position.count) / 3
  })
  return triangles
}
