/// <reference path="./untyped.d.ts" />
import { type Document, Logger, NodeIO } from '@gltf-transform/core'
import {
  ALL_EXTENSIONS,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMaterialsIOR,
  KHRMaterialsVolume,
} from '@gltf-transform/extensions'

export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set(ALL_EXTENSIONS.map((one) => one.EXTENSION_NAME))

let io: NodeIO | null = null

/**
 * Reads and writes glTF in memory. Never call `read(path)` on an upload: it opens any file that the
 * glTF names.
 */
export function gltfIo(): NodeIO {
  io ??= new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS)
  return io
}

/**
 * The same for the importer's output, without material extensions that it always writes with
 * default values.
 */
export function importedIo(): NodeIO {
  return new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS.filter((one) => one !== KHRMaterialsIOR && one !== KHRMaterialsVolume))
}

const loaded = new Set<string>()

/** Initializes the codecs for compressed geometry once each, when a model needs them. */
export async function loadCoders(names: readonly string[]): Promise<void> {
  if (names.includes(KHRDracoMeshCompression.EXTENSION_NAME) && !loaded.has('draco')) {
    const { default: draco } = await import('draco3dgltf')
    gltfIo().registerDependencies({
      'draco3d.decoder': await draco.createDecoderModule(),
      'draco3d.encoder': await draco.createEncoderModule(),
    })
    loaded.add('draco')
  }
  if (names.some((name) => /meshopt_compression$/.test(name)) && !loaded.has('meshopt')) {
    const { MeshoptDecoder, MeshoptEncoder } = await import('meshoptimizer')
    await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready])
    gltfIo().registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder })
    loaded.add('meshopt')
  }
}

/** Removes compression extensions: output is compressed only on request. */
export function forgetCompression(document: Document): void {
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (
      extension.extensionName === KHRDracoMeshCompression.EXTENSION_NAME ||
      extension.extensionName === EXTMeshoptCompression.EXTENSION_NAME ||
      /meshopt_compression$/.test(extension.extensionName)
    )
      extension.dispose()
  }
}
