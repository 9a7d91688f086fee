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
 * Reads Assimp's formats via its glTF export. Assimp gets the model and its files except images,
 * which are added here.
 * @throws `source_damaged` for an unreadable model
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
  // The importer duplicates vertices for each face corner.
  await document.transform(weld(), prune({ propertyTypes: [PropertyType.MATERIAL, PropertyType.ACCESSOR] }))
  return document
}

/** Files for the importer under the names that it will open. */
function sources(files: ModelFiles, missing: Missing): [name: string, bytes: Uint8Array][] {
  const beside = files.names.filter((name) => !/\.(png|jpe?g|webp|tga|bmp|gif|tiff?|dds|ktx2?)$/.test(name))
  const found = beside.flatMap((name): [string, Uint8Array][] => {
    const bytes = files.beside(name)
    return bytes ? [[name, bytes]] : []
  })
  if (files.format !== 'obj') return [[files.name, files.bytes], ...found]
  // It compares names case-sensitively, but references such as `Chair.MTL` to `chair.mtl` are
  // common.
  const called = [...files.bytes.toString('latin1').matchAll(/^\s*mtllib\s+(.+?)\s*$/gm)].slice(0, 20)
  const renamed = called.flatMap(([, name = '']): [string, Uint8Array][] => {
    const bytes = files.beside(name)
    if (!bytes) missing.materials.add(shownName(name))
    const plain = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    return bytes && plain !== baseName(name) ? [[plain, bytes]] : []
  })
  return [[files.name, files.bytes], ...found, ...renamed]
}

/** One run of the importer; frees its memory. */
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
 * Converts vertex colors to linear, as glTF requires: the importer copies sRGB values of older
 * formats. For formats without colors it may write transparent black.
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
