import { type Document, PropertyType } from '@gltf-transform/core'
import { dequantize, draco, meshopt, prune, unpartition, weld } from '@gltf-transform/functions'
import { MeshoptEncoder } from 'meshoptimizer'
import { gltfIo, loadCoders } from '../gltf-io.ts'

interface NamedFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export type Compression = 'none' | 'draco' | 'meshopt'

/** Prepares a document to be written; the coder itself works while it is written. */
export async function compress(document: Document, compression: Compression): Promise<void> {
  // One buffer is all that a GLB has.
  await document.transform(unpartition())
  if (compression === 'draco') {
    await loadCoders(['KHR_draco_mesh_compression'])
    await document.transform(draco())
  } else if (compression === 'meshopt') {
    await loadCoders(['EXT_meshopt_compression'])
    await document.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium' }))
  } else if (document.hasExtension('KHR_mesh_quantization')) {
    // Whoever asks for none wants a file that opens everywhere.
    await document.transform(dequantize(), weld(), prune({ propertyTypes: [PropertyType.ACCESSOR] }))
  }
}

export async function writeGlb(document: Document): Promise<Uint8Array<ArrayBuffer>> {
  return gltfIo().writeBinary(document)
}

/** One JSON file with everything in it, as base64. */
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

/** The same as files side by side, the JSON first. */
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
