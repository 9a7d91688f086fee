import type { Material, Texture } from '@gltf-transform/core'
import { toSrgb } from '../colour.ts'
import type { Flat, Part } from '../shape/flatten.ts'
import { ownName, type PlainMaterial } from './material.ts'
import { short, TextBytes } from './numbers.ts'

/**
 * OBJ with an object per part. Vertex colors follow the positions in sRGB, as most programs expect.
 * The exporter of three 0.187 has no MTL and no `mtllib`, and writes double precision: 1.18 MB for
 * 3,542 triangles instead of 0.80 MB.
 */
export function writeObj({ parts }: Flat, materials: Map<Material, PlainMaterial>): Buffer {
  const text = new TextBytes()
  text.add('# Filewright')
  if (materials.size > 0) text.add('mtllib model.mtl')
  const first = { place: 1, uv: 1, normal: 1 }
  for (const [index, part] of parts.entries()) {
    text.add(`o ${ownName(part.name, index + 1, 'part')}`)
    writePart(text, part, first, part.material ? materials.get(part.material)?.name : undefined)
    first.place += part.positions.length / 3
    first.uv += (part.uvs?.length ?? 0) / 2
    first.normal += (part.normals?.length ?? 0) / 3
  }
  return text.bytes()
}

/** Clamped: readers treat larger values as bytes. */
const shown = (value: number) => toSrgb(Math.min(1, Math.max(0, value)))

function writePart(
  text: TextBytes,
  { positions, uvs, normals, colours, indices }: Part,
  first: { place: number; uv: number; normal: number },
  material: string | undefined,
): void {
  const numbers = (array: Float32Array, at: number, count: number) =>
    Array.from(array.subarray(at, at + count), short).join(' ')
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const colour = colours ? ` ${numbers(colours.subarray(4 * vertex, 4 * vertex + 3).map(shown), 0, 3)}` : ''
    text.add(`v ${numbers(positions, 3 * vertex, 3)}${colour}`)
  }
  // V points up in OBJ.
  for (let at = 0; uvs && at < uvs.length; at += 2)
    text.add(`vt ${short(uvs[at] as number)} ${short(Math.fround(1 - (uvs[at + 1] as number)))}`)
  for (let at = 0; normals && at < normals.length; at += 3) text.add(`vn ${numbers(normals, at, 3)}`)
  if (material) text.add(`usemtl ${material}`)
  const corner = (index: number) => {
    const uv = uvs ? String(first.uv + index) : ''
    if (normals) return `${first.place + index}/${uv}/${first.normal + index}`
    return uvs ? `${first.place + index}/${uv}` : String(first.place + index)
  }
  for (let at = 0; at < indices.length; at += 3)
    text.add(
      `f ${corner(indices[at] as number)} ${corner(indices[at + 1] as number)} ${corner(indices[at + 2] as number)}`,
    )
}

/** The MTL of an OBJ, with PBR keys of current programs in addition to the classic ones. */
export function writeMtl(materials: Iterable<PlainMaterial>, images: Map<Texture, string>): Buffer {
  const text = new TextBytes()
  for (const material of materials) {
    const colour = (key: string, values: readonly number[]) =>
      text.add(`${key} ${values.slice(0, 3).map(short).join(' ')}`)
    text.add(`newmtl ${material.name}`)
    colour('Kd', material.colour)
    const shine = (1 - material.roughness) * 0.5
    colour('Ks', [shine, shine, shine])
    text.add(`Ns ${short(Math.fround(1000 * (1 - material.roughness) ** 2))}`)
    if (material.emissive.some((value) => value > 0)) colour('Ke', material.emissive)
    text.add(`d ${short(material.colour[3])}`)
    text.add(`Pr ${short(material.roughness)}`)
    text.add(`Pm ${short(material.metallic)}`)
    text.add('illum 2')
    const image = material.texture && images.get(material.texture)
    if (image) text.add(`map_Kd ${image}`)
    const normal = material.normalTexture && images.get(material.normalTexture)
    if (normal) text.add(`norm ${normal}`)
    text.add('')
  }
  return text.bytes()
}
