import { type Document, GLB_BUFFER, type GLTF, type JSONDocument } from '@gltf-transform/core'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { damaged, tooComplex, unsupported } from '../failures.ts'
import { forgetCompression, gltfIo, KNOWN_EXTENSIONS, loadCoders } from '../gltf-io.ts'
import type { ModelFiles } from '../source/files.ts'
import { imageBeside, type Missing } from './images.ts'

/** Maximum total numbers of all accessors: some declare numbers without data. */
const MAX_NUMBERS = 150_000_000
const MAX_NODES = 100_000
const MAX_DEPTH = 500

/**
 * Reads GLB and glTF in memory; resolves references only beside the model.
 * @throws `source_damaged` if its geometry is external, `source_unsupported` for required
 * extensions that aren't supported
 */
export async function readGltf(files: ModelFiles, missing: Missing): Promise<Document> {
  const { json, resources } =
    files.format === 'glb' ? splitGlb(files.bytes) : { json: parse(files.bytes), resources: {} }
  if (!json.asset?.version?.startsWith('2')) throw unsupported()
  if (json.extensionsRequired?.some((name) => !KNOWN_EXTENSIONS.has(name))) throw unsupported()
  checkShape(json)
  checkExtents(json)
  bringBuffers(json, resources, files)
  bringImages(json, resources, files, missing)
  await loadCoders(json.extensionsUsed ?? [])
  const document = await gltfIo().readJSON({ json, resources })
  forgetCompression(document)
  return document
}

/** A 12-byte header, then chunks of length, type and data, aligned to four bytes. glTF 2.0, 4.4. */
function splitGlb(bytes: Buffer): JSONDocument {
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== 2) throw bytes.length < 20 ? damaged() : unsupported()
  const chunks = new Map<string, Buffer>()
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (at + 8 + length > bytes.length) throw damaged()
    if (!chunks.has(kind)) chunks.set(kind, bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length
  }
  const text = chunks.get('JSON')
  if (!text) throw damaged()
  const binary = chunks.get('BIN\0')
  return { json: parse(text), resources: binary ? { [GLB_BUFFER]: new Uint8Array(binary) } : {} }
}

function parse(bytes: Buffer): GLTF.IGLTF {
  try {
    const json: unknown = JSON.parse(withoutInvalidBounds(bytes.toString('utf8').replace(/^\ufeff/, '')))
    if (typeof json === 'object' && json !== null) return json as GLTF.IGLTF
  } catch (error) {
    if (error instanceof RangeError) throw tooComplex()
  }
  throw damaged()
}

/** Removes bounds that aren't valid JSON numbers; they are recomputed from the positions. */
function withoutInvalidBounds(text: string): string {
  return text.replace(/"(min|max)"\s*:\s*\[([^\][]*)\]/g, (whole, name: string, numbers: string) =>
    /nan|inf/i.test(numbers) ? `"${name}":[]` : whole,
  )
}

/** Rejects cycles, and trees deep enough to overflow the stack of recursive code. */
function checkShape({ nodes = [], accessors = [] }: GLTF.IGLTF): void {
  if (nodes.length > MAX_NODES) throw tooComplex()
  const parents = new Map<number, number>()
  nodes.forEach(({ children = [] }, parent) => {
    for (const child of children) {
      if (parents.has(child) || !nodes[child]) throw damaged()
      parents.set(child, parent)
    }
  })
  const depths = new Map<number, number>()
  for (let node = 0; node < nodes.length; node++) {
    let depth = 0
    for (let up = parents.get(node); up !== undefined; up = parents.get(up)) {
      depth += 1
      const known = depths.get(up)
      if (known !== undefined) {
        depth += known
        break
      }
      if (depth > MAX_DEPTH) throw damaged()
    }
    if (depth > MAX_DEPTH) throw tooComplex()
    depths.set(node, depth)
  }
  let numbers = 0
  for (const { count, type } of accessors)
    numbers += count >= 0 ? count * (WIDTHS[type] ?? Number.NaN) : Number.NaN
  if (Number.isNaN(numbers)) throw damaged()
  if (numbers > MAX_NUMBERS) throw tooComplex()
}

const WIDTHS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }
const BYTES: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }

/**
 * Views and accessors must lie within their buffer or view; compressed views have their own fields.
 */
function checkExtents({ buffers = [], bufferViews = [], accessors = [] }: GLTF.IGLTF): void {
  for (const { buffer, byteOffset = 0, byteLength, extensions } of bufferViews) {
    if (extensions) continue
    if (!(byteOffset >= 0 && byteOffset + byteLength <= (buffers[buffer]?.byteLength ?? -1))) throw damaged()
  }
  for (const { bufferView, byteOffset = 0, componentType, count, type } of accessors) {
    if (bufferView === undefined) continue
    const view = bufferViews[bufferView]
    const size = (BYTES[componentType] ?? Number.NaN) * (WIDTHS[type] ?? Number.NaN)
    const end = count === 0 ? 0 : byteOffset + (count - 1) * (view?.byteStride ?? size) + size
    if (!(byteOffset >= 0 && end <= (view?.byteLength ?? -1))) throw damaged()
  }
}

function bringBuffers(json: GLTF.IGLTF, resources: JSONDocument['resources'], files: ModelFiles): void {
  for (const [index, buffer] of (json.buffers ?? []).entries()) {
    if (buffer.uri === undefined || buffer.uri.startsWith('data:')) continue
    const found = files.beside(decoded(buffer.uri))
    if (!found) {
      throw new EngineFailure(
        'source_damaged',
        sentence`The model keeps its geometry in another file, which did not come with it. Put the model and the files that belong to it into one ZIP.`,
      )
    }
    // A generated name: the model's could be any path.
    buffer.uri = `buffer-${index}.bin`
    resources[buffer.uri] = new Uint8Array(found)
  }
}

function bringImages(
  json: GLTF.IGLTF,
  resources: JSONDocument['resources'],
  files: ModelFiles,
  missing: Missing,
): void {
  for (const [index, image] of (json.images ?? []).entries()) {
    if (image.bufferView !== undefined || image.uri?.startsWith('data:')) continue
    const found = image.uri === undefined ? null : imageBeside(files, decoded(image.uri), missing)
    image.uri = `image-${index}.${found?.extension ?? 'png'}`
    // A texture without data is removed after reading: see `dropEmptyTextures`.
    resources[image.uri] = new Uint8Array(found?.bytes ?? [])
  }
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
