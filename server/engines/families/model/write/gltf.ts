import { type Document, PropertyType } from '@gltf-transform/core'
import { dequantize, draco, meshopt, prune, unpartition, weld } from '@gltf-transform/functions'
import { MeshoptEncoder } from 'meshoptimizer'
import { gltfIo, loadCoders } from '../gltf-io.ts'

interface NamedFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export type Compression = 'none' | 'draco' | 'meshopt'

/** Sets up compression, which is applied on writing. */
export async function compress(document: Document, compression: Compression): Promise<void> {
  // A GLB has only one buffer.
  await document.transform(unpartition())
  if (compression === 'draco') {
    await loadCoders(['KHR_draco_mesh_compression'])
    await document.transform(draco())
  } else if (compression === 'meshopt') {
    await loadCoders(['EXT_meshopt_compression'])
    await document.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium' }))
  } else if (document.hasExtension('KHR_mesh_quantization')) {
    // Uncompressed output must open in all programs.
    await document.transform(dequantize(), weld(), prune({ propertyTypes: [PropertyType.ACCESSOR] }))
  }
}

export async function writeGlb(document: Document): Promise<Uint8Array<ArrayBuffer>> {
  return gltfIo().writeBinary(document)
}

/** A single JSON file with base64 data. */
export async function writeGltf(document: Document): Promise<Buffer<ArrayBuffer>> {
  const { json, resources } = await gltfIo().writeJSON(document, { basename: 'model' })
  for (const part of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    const bytes = part.uri === undefined ? undefined : resources[part.uri]
    if (!bytes) continue
    const mime = 'mimeType' in part && part.mimeType ? part.mimeType : 'application/octet-stream'
    part.uri = `data:${mime};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`
  }
  return Buffer.from(JSON.stringify(json))
}

/** Separate files, the JSON first. */
export async function writeGltfFiles(document: Document): Promise<[NamedFile, ...NamedFile[]]> {
  for (const [index, texture] of document.getRoot().listTextures().entries()) {
    const kind = /\/(png|jpeg|webp|ktx2)$/.exec(texture.getMimeType())?.[1] ?? 'bin'
    texture.setURI(`texture-${index + 1}.${kind === 'jpeg' ? 'jpg' : kind}`)
  }
  for (const buffer of document.getRoot().listBuffers()) buffer.setURI('model.bin')
  const { json, resources } = await gltfIo().writeJSON(document, { basename: 'model' })
  return [
    { name: 'model.gltf', bytes: Buffer.from(JSON.stringify(json)) },
    ...Object.entries(resources).map(([name, bytes]) => ({ name, bytes })),
  ]
}
