/// <reference path="./untyped.d.ts" />
import type { GLTF } from '@gltf-transform/core'
import { validateBytes, validateString } from 'gltf-validator'
import { wrong } from './failures.ts'

/** A written glTF: a GLB or JSON file, with other files under the names that it uses. */
export interface WrittenGltf {
  bytes: Uint8Array<ArrayBuffer>
  beside?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

/**
 * Errors that the writer is responsible for: missing parts, wrong lengths or offsets, and values
 * outside the stated bounds. The validator's other errors may come from the source (normals that
 * aren't unit length, textures that aren't images) and don't fail the job.
 */
const OURS = [
  ...['GLB_INVALID_MAGIC', 'GLB_INVALID_VERSION', 'GLB_LENGTH_MISMATCH', 'GLB_LENGTH_TOO_SMALL'],
  ...['GLB_CHUNK_LENGTH_UNALIGNED', 'GLB_CHUNK_TOO_BIG', 'GLB_DUPLICATE_CHUNK', 'GLB_EMPTY_CHUNK'],
  ...['GLB_UNEXPECTED_BIN_CHUNK', 'GLB_UNEXPECTED_END_OF_CHUNK_DATA', 'GLB_UNEXPECTED_END_OF_CHUNK_HEADER'],
  ...['GLB_UNEXPECTED_END_OF_HEADER', 'GLB_UNEXPECTED_FIRST_CHUNK'],
  ...['INVALID_JSON', 'IO_ERROR', 'TYPE_MISMATCH', 'UNDEFINED_PROPERTY', 'INVALID_INDEX'],
  ...['UNRESOLVED_REFERENCE', 'UNDECLARED_EXTENSION', 'UNKNOWN_ASSET_MAJOR_VERSION'],
  ...['BUFFER_MISSING_GLB_DATA', 'BUFFER_BYTE_LENGTH_MISMATCH', 'BUFFER_DATA_URI_MIME_TYPE_INVALID'],
  ...['BUFFER_VIEW_TOO_LONG', 'ACCESSOR_TOO_LONG', 'ACCESSOR_SMALL_BYTESTRIDE', 'ACCESSOR_OFFSET_ALIGNMENT'],
  ...['ACCESSOR_TOTAL_OFFSET_ALIGNMENT', 'MESH_PRIMITIVE_ACCESSOR_UNALIGNED'],
  ...['MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS'],
  // A source with these errors is rejected on reading.
  ...['ACCESSOR_INDEX_OOB', 'ACCESSOR_MIN_MISMATCH', 'ACCESSOR_MAX_MISMATCH'],
  ...['ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND', 'ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND'],
]
const OPTIONS = { onlyIssues: OURS, maxIssues: 20, writeTimestamp: false }

/**
 * Counts the triangles of a glTF with Khronos' validator, which is independent of the writer.
 * `everyNumber` also validates the geometry data, at about 16 ms per megabyte; without it only
 * lengths are checked.
 * @throws `output_wrong` for errors of the writer
 */
export async function countByValidator(written: WrittenGltf, everyNumber: boolean): Promise<number> {
  const json = outline(written)
  const { issues, info } = everyNumber ? await validate(written) : await validateString(json, OPTIONS)
  if (issues.numErrors > 0 || !info) throw wrong(JSON.stringify(issues.messages.slice(0, 5)))
  return info.totalTriangleCount
}

function validate({ bytes, beside }: WrittenGltf) {
  if (!beside) return validateBytes(bytes, OPTIONS)
  const externalResourceFunction = async (uri: string) => {
    const found = beside.get(uri)
    if (!found) throw wrong(uri)
    return found
  }
  return validateBytes(bytes, { ...OPTIONS, externalResourceFunction })
}

/** The JSON of a glTF with complete buffers, without their data. */
function outline({ bytes, beside }: WrittenGltf): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const binary = view.toString('latin1', 0, 4) === 'glTF'
  const end = binary ? 20 + view.readUInt32LE(12) : view.length
  if (binary && view.readUInt32LE(8) !== view.length) throw wrong('length')
  const json = JSON.parse(view.toString('utf8', binary ? 20 : 0, end)) as GLTF.IGLTF
  for (const buffer of json.buffers ?? []) {
    const { uri, byteLength, extensions } = buffer
    delete buffer.uri
    // The target buffer of meshopt compression, which isn't in the file.
    if (extensions?.EXT_meshopt_compression) continue
    const found = uri === undefined ? binary && view.readUInt32LE(end) : lengthOf(uri, beside)
    if (found === false || found < byteLength) throw wrong('buffer')
  }
  return JSON.stringify(json)
}

const lengthOf = (uri: string, beside: WrittenGltf['beside']): number =>
  uri.startsWith('data:')
    ? Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64').length
    : (beside?.get(uri)?.length ?? 0)
