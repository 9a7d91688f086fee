/// <reference path="../untyped.d.ts" />
import { Document } from '@gltf-transform/core'
import type { Cad, CadResult } from 'occt-import-js'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { damaged } from '../failures.ts'
import type { ModelFiles } from '../source/files.ts'

type CadFormat = 'step' | 'iges' | 'brep'

let cad: Promise<Cad> | null = null

/**
 * Tessellates CAD solids, in millimeters. Loaded on first use, since the library is large and CAD
 * files are rare.
 * @throws `source_damaged` without solids, for example for an assembly of other files
 */
export async function readCad({ format, bytes }: ModelFiles): Promise<Document> {
  cad ??= import('occt-import-js').then(({ default: start }) =>
    start({ print: () => {}, printErr: () => {} }),
  )
  const engine = await cad
  const read = { step: engine.ReadStepFile, iges: engine.ReadIgesFile, brep: engine.ReadBrepFile }[
    format as CadFormat
  ]
  const result = read(new Uint8Array(bytes), null)
  if (!result.success) throw damaged()
  if (result.meshes.length === 0) {
    throw new EngineFailure(
      'source_unsupported',
      sentence`There are no solids in the file itself: it may only name the files of its parts. Export the assembly as one file.`,
    )
  }
  return documentOf(result)
}

function documentOf({ meshes, root }: CadResult): Document {
  const document = new Document()
  const buffer = document.createBuffer()
  const scene = document.createScene()
  const materials = new Map<string, ReturnType<Document['createMaterial']>>()
  const material = (colour: readonly [number, number, number]) => {
    const key = colour.join()
    const known = materials.get(key)
    if (known) return known
    const made = document
      .createMaterial(`Colour ${materials.size + 1}`)
      .setBaseColorFactor([...colour, 1])
      .setMetallicFactor(0.1)
      .setRoughnessFactor(0.6)
    materials.set(key, made)
    return made
  }
  const made = meshes.map(({ name, color, brep_faces, attributes, index }) => {
    const accessor = (type: 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
    const position = accessor('VEC3', new Float32Array(attributes.position.array))
    const normal = attributes.normal ? accessor('VEC3', new Float32Array(attributes.normal.array)) : null
    const mesh = document.createMesh(name)
    const own = color ?? [0.7, 0.7, 0.72]
    // A face of a solid may have its own color.
    const byColour = new Map<string, { colour: [number, number, number]; indices: number[] }>()
    const faces =
      brep_faces.length > 0 ? brep_faces : [{ first: 0, last: index.array.length / 3 - 1, color: null }]
    for (const { first, last, color: given } of faces) {
      const colour = given ?? own
      const group = byColour.get(colour.join()) ?? { colour, indices: [] }
      for (let at = first * 3; at < (last + 1) * 3; at++) group.indices.push(index.array[at] as number)
      byColour.set(colour.join(), group)
    }
    for (const { colour, indices } of byColour.values()) {
      const primitive = document
        .createPrimitive()
        .setAttribute('POSITION', position)
        .setIndices(accessor('SCALAR', new Uint32Array(indices)))
        .setMaterial(material(colour))
      if (normal) primitive.setAttribute('NORMAL', normal)
      mesh.addPrimitive(primitive)
    }
    return mesh
  })
  // Names and order of the assembly tree; its transforms are already applied.
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const one of next.meshes) {
      const mesh = made[one]
      if (mesh) scene.addChild(document.createNode(mesh.getName() || next.name).setMesh(mesh))
    }
    for (const child of next.children) waiting.push(child)
  }
  return document
}
