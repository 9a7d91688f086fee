import type { Document } from '@gltf-transform/core'
import type { ModelInspection } from './inspection.ts'
import { type Box, boxAround, flatten } from './shape/flatten.ts'

/** Reports on a model, with triangle count and size first. */
export function inspectModel(document: Document, source: { format: string; bytes: number }): ModelInspection {
  const root = document.getRoot()
  const { parts, triangles, loose } = flatten(document)
  const box = boxAround(parts)
  return {
    format: source.format,
    bytes: source.bytes,
    scenes: root.listScenes().length,
    nodes: root.listNodes().length,
    meshes: root.listMeshes().length,
    triangles,
    vertices: parts.reduce((total, { positions }) => total + positions.length / 3, 0),
    points_and_lines: loose,
    has: {
      normals: parts.some(({ normals }) => normals),
      texture_coordinates: parts.some(({ uvs }) => uvs),
      vertex_colours: parts.some(({ colours }) => colours),
    },
    materials: root.listMaterials().map((material, index) => label(material.getName(), 'Material', index)),
    textures: root.listTextures().map((texture, index) => {
      const [width, height] = texture.getSize() ?? [null, null]
      return {
        name: label(texture.getName(), 'Texture', index),
        mime_type: texture.getMimeType(),
        width,
        height,
        bytes: texture.getImage()?.byteLength ?? 0,
      }
    }),
    animations: root.listAnimations().map((animation, index) => ({
      name: label(animation.getName(), 'Animation', index),
      seconds: animation
        .listSamplers()
        .reduce((longest, sampler) => Math.max(longest, sampler.getInput()?.getMax([])[0] ?? 0), 0),
    })),
    skeletons: root.listSkins().length,
    extensions: root.listExtensionsUsed().map(({ extensionName }) => extensionName),
    bounding_box: box && {
      ...box,
      size: perAxis(box, (low, high) => high - low),
      centre: perAxis(box, (low, high) => (low + high) / 2),
    },
  }
}

function perAxis({ min, max }: Box, of: (low: number, high: number) => number): Box['min'] {
  return [of(min[0], max[0]), of(min[1], max[1]), of(min[2], max[2])]
}

const label = (name: string, kind: string, index: number) => name.slice(0, 200) || `${kind} ${index + 1}`
