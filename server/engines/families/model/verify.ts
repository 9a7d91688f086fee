import { readFileSync } from 'node:fs'
import type { Document } from '@gltf-transform/core'
import { readZipDirectory, readZipEntry } from '../../kernel/source/zip.ts'
import { wrong } from './failures.ts'
import { gltfIo } from './gltf-io.ts'
import { importAsGltf } from './read/assimp.ts'
import { recount } from './recount.ts'
import { countByValidator, type WrittenGltf } from './validate-gltf.ts'
import type { Compression } from './write/gltf.ts'

/**
 * Above this the second reader would take longer than the conversion, so only triangles are
 * counted.
 */
const READ_AGAIN = 50_000

/** Triangles of all meshes, each mesh once regardless of its instances. */
export function meshTriangles(document: Document): number {
  let triangles = 0
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const corners =
        primitive.getIndices()?.getCount() ?? primitive.getAttribute('POSITION')?.getCount() ?? 0
      const mode = primitive.getMode()
      if (mode === 4) triangles += Math.floor(corners / 3)
      else if (mode > 4) triangles += Math.max(0, corners - 2)
    }
  }
  return triangles
}

/**
 * Compares triangle counts with a tolerance: readers may drop degenerate triangles.
 * @throws `output_wrong`
 */
export function sameCount(found: number, expected: number): void {
  if (!(Math.abs(found - expected) <= Math.max(2, expected * 0.02)))
    throw wrong(`${found} of ${expected} triangles`)
}

/**
 * Verifies a GLB or glTF with Khronos' validator. It skips compressed geometry, which is also
 * decompressed with the compressors' own decoders, the only ones available.
 */
export async function verifyGltf(
  written: WrittenGltf,
  expected: number,
  compression: Compression,
): Promise<void> {
  try {
    const packed = compression !== 'none'
    sameCount(await countByValidator(written, packed || expected <= READ_AGAIN), expected)
    if (packed) sameCount(meshTriangles(await unpack(written)), expected)
  } catch (error) {
    throw wrong(error)
  }
}

function unpack({ bytes, beside = new Map() }: WrittenGltf): Promise<Document> {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString('latin1') === 'glTF')
    return gltfIo().readBinary(bytes)
  const json = JSON.parse(Buffer.from(bytes).toString('utf8'))
  return gltfIo().readJSON({ json, resources: Object.fromEntries(beside) })
}

/** Verifies a model in another format with an independent reader. */
export async function verifyModel(format: string, bytes: Uint8Array, expected: number): Promise<void> {
  if (expected > READ_AGAIN) return sameCount(recount(format, bytes), expected)
  try {
    const { json } = await importAsGltf([[`result.${format}`, bytes]])
    let triangles = 0
    for (const { primitives } of json.meshes ?? []) {
      for (const { mode = 4, indices, attributes } of primitives) {
        const accessor = json.accessors?.[indices ?? attributes.POSITION ?? -1]
        if (mode === 4 && accessor) triangles += accessor.count / 3
      }
    }
    sameCount(triangles, expected)
  } catch (error) {
    throw wrong(error)
  }
}

/** Verifies a USDZ: stored entries aligned to 64 bytes, and the triangle count. */
export function verifyUsdz(path: string, expected: number, images: number): void {
  const entries = readZipDirectory(path, 10_000)
  const bytes = readFileSync(path)
  for (const { offset, method } of entries) {
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    if (method !== 0 || start % 64 !== 0) throw wrong('alignment')
  }
  const scene = readZipEntry(path, entries, 'model.usda', bytes.length)?.toString('utf8') ?? ''
  let triangles = 0
  for (const [, counts = ''] of scene.matchAll(/faceVertexCounts = \[([^\]]*)\]/g))
    triangles += counts.split(',').filter((one) => one.trim() === '3').length
  if (triangles !== expected || entries.length !== images + 1)
    throw wrong(`${triangles} of ${expected} triangles`)
}
