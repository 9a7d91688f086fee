/// <reference path="../untyped.d.ts" />
import {
  type Accessor,
  type Document,
  type GLTF,
  type JSONDocument,
  PropertyType,
} from '@gltf-transform/core'
import { prune, weld } from '@gltf-transform/functions'
import startAssimp, { type Assimp } from 'assimpjs'
import { baseName } from '../detect.ts'
import { damaged } from '../failures.ts'
import { importedIo } from '../gltf-io.ts'
import type { ModelFiles } from '../source/files.ts'
import { imageBeside, type Missing, shownName } from './images.ts'
import { toLinearColours } from './linear-colours.ts'

let assimp: Promise<Assimp> | null = null
const quiet = { print: () => {}, printErr: () => {} }

export function loadAssimp(): Promise<Assimp> {
  assimp ??= startAssimp(quiet)
  return assimp
}

/**
 * Reads what Assimp can, through the glTF that it writes. It sees the model and the files beside it
 * that are no images; those are handed over here. Throws `source_damaged` where it cannot read the
 * model.
 */
export async function readWithAssimp(files: ModelFiles, missing: Missing): Promise<Document> {
  const { json, resources } = await importAsGltf(sources(files, missing))
  for (const [index, image] of (json.images ?? []).entries()) {
    if (image.bufferView !== undefined || image.uri?.startsWith('data:')) continue
    const found = image.uri === undefined ? null : imageBeside(files, image.uri, missing)
    image.uri = `image-${index}.${found?.extension ?? 'png'}`
    resources[image.uri] = new Uint8Array(found?.bytes ?? [])
  }
  const document = await importedIo().readJSON({ json, resources })
  readColours(document)
  // The importer writes every corner of every face as a vertex of its own.
  await document.transform(weld(), prune({ propertyTypes: [PropertyType.MATERIAL, PropertyType.ACCESSOR] }))
  return document
}

/** Files for the importer under the names that it will ask for. */
function sources(files: ModelFiles, missing: Missing): [name: string, bytes: Uint8Array][] {
  const beside = files.names.filter((name) => !/\.(png|jpe?g|webp|tga|bmp|gif|tiff?|dds|ktx2?)$/.test(name))
  const found = beside.flatMap((name): [string, Uint8Array][] => {
    const bytes = files.beside(name)
    return bytes ? [[name, bytes]] : []
  })
  if (files.format !== 'obj') return [[files.name, files.bytes], ...found]
  // It compares names letter by letter, and people write `Chair.MTL` of `chair.mtl`.
  const called = [...files.bytes.toString('latin1').matchAll(/^\s*mtllib\s+(.+?)\s*$/gm)].slice(0, 20)
  const renamed = called.flatMap(([, name = '']): [string, Uint8Array][] => {
    const bytes = files.beside(name)
    if (!bytes) missing.materials.add(shownName(name))
    const plain = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    return bytes && plain !== baseName(name) ? [[plain, bytes]] : []
  })
  return [[files.name, files.bytes], ...found, ...renamed]
}

/** One run of the importer; what it takes of its own memory is given back. */
export async function importAsGltf(
  sources: readonly [name: string, bytes: Uint8Array][],
): Promise<JSONDocument> {
  const engine = await loadAssimp()
  const list = new engine.FileList()
  try {
    for (const [name, bytes] of sources) list.AddFile(name, bytes)
    const result = engine.ConvertFileList(list, 'gltf2')
    try {
      if (!result.IsSuccess()) throw damaged(result.GetErrorCode())
      const written = new Map<string, Uint8Array<ArrayBuffer>>()
      for (let index = 0; index < result.FileCount(); index++) {
        const file = result.GetFile(index)
        written.set(file.GetPath(), new Uint8Array(file.GetContent()))
        file.delete()
      }
      const text = [...written].find(([name]) => name.endsWith('.gltf'))?.[1]
      if (!text) throw damaged()
      const json = JSON.parse(Buffer.from(text).toString('utf8')) as GLTF.IGLTF
      const resources: JSONDocument['resources'] = {}
      for (const { uri } of json.buffers ?? []) {
        const bytes = uri === undefined ? undefined : written.get(uri)
        if (uri !== undefined && bytes) resources[uri] = bytes
      }
      return { json, resources }
    } finally {
      result.delete()
    }
  } finally {
    list.delete()
  }
}

/**
 * Colours of vertices as glTF has them, linear: the importer copies the values of the file, and
 * formats before glTF have sRGB. Where a format has no colours it may write black that nobody can
 * see.
 */
function readColours(document: Document): void {
  const linear = new Set<Accessor>()
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const colours = primitive.getAttribute('COLOR_0')
      if (!colours || linear.has(colours)) continue
      if (colours.getArray()?.every((value) => value === 0)) primitive.setAttribute('COLOR_0', null)
      else linear.add(toLinearColours(colours))
    }
  }
}
