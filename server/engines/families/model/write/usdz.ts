import type { Material, Texture } from '@gltf-transform/core'
import { ZipWriter } from '../../../kernel/zip-writer.ts'
import type { Flat, Part } from '../shape/flatten.ts'
import { ownName, type PlainMaterial } from './material.ts'
import { short, TextBytes } from './numbers.ts'

/**
 * A USDZ package: stored entries aligned to 64 bytes, the scene first. USDZ specification 1.3. The
 * exporter of three 0.187 needs a canvas for textures, which child processes lack.
 */
export function writeUsdz(
  path: string,
  flat: Flat,
  materials: Map<Material, PlainMaterial>,
  images: { names: Map<Texture, string>; files: { name: string; bytes: Uint8Array }[] },
): void {
  const zip = new ZipWriter(path, 64)
  zip.add('model.usda', usda(flat, materials, images.names))
  for (const { name, bytes } of images.files) zip.add(`textures/${name}`, bytes)
  zip.close()
}

function usda(flat: Flat, materials: Map<Material, PlainMaterial>, images: Map<Texture, string>): Buffer {
  const text = new TextBytes()
  text.add('#usda 1.0')
  text.add('(\n    defaultPrim = "Model"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n')
  text.add('def Xform "Model" (\n    kind = "component"\n)\n{')
  for (const [index, part] of flat.parts.entries()) writeMesh(text, part, index, materials)
  text.add('    def Scope "Materials"\n    {')
  for (const material of materials.values()) writeMaterial(text, material, images)
  text.add('    }\n}')
  return text.bytes()
}

function writeMesh(
  text: TextBytes,
  part: Part,
  index: number,
  materials: Map<Material, PlainMaterial>,
): void {
  const own = part.material && materials.get(part.material)
  // Vertex colors are visible only without a material.
  const covered = !part.colours || own?.texture || own?.normalTexture
  const material = covered ? own : undefined
  const { positions, normals, uvs, colours, indices } = part
  text.add(
    `    def Mesh "${ownName(part.name, index + 1, 'part')}" (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )\n    {`,
  )
  text.add(`        uniform bool doubleSided = ${own?.twoSided ? 1 : 0}`)
  list(text, 'int[] faceVertexCounts', indices.length / 3, () => '3')
  list(text, 'int[] faceVertexIndices', indices.length, (at) => String(indices[at]))
  list(text, 'point3f[] points', positions.length / 3, (at) => tuple(positions, 3 * at, 3))
  if (normals)
    list(text, 'normal3f[] normals', normals.length / 3, (at) => tuple(normals, 3 * at, 3), 'vertex')
  // V points up in USD.
  if (uvs)
    list(
      text,
      'texCoord2f[] primvars:st',
      uvs.length / 2,
      (at) => `(${short(uvs[2 * at] as number)}, ${short(Math.fround(1 - (uvs[2 * at + 1] as number)))})`,
      'vertex',
    )
  if (colours && !covered) {
    const [r, g, b] = own?.colour ?? [1, 1, 1]
    const shown = colours.map((value, at) => value * ([r, g, b, 1][at % 4] as number))
    list(
      text,
      'color3f[] primvars:displayColor',
      colours.length / 4,
      (at) => tuple(shown, 4 * at, 3),
      'vertex',
    )
  }
  if (material) text.add(`        rel material:binding = </Model/Materials/${material.name}>`)
  text.add('        uniform token subdivisionScheme = "none"')
  text.add('    }')
}

const tuple = (array: Float32Array, at: number, count: number) =>
  `(${Array.from(array.subarray(at, at + count), short).join(', ')})`

function list(
  text: TextBytes,
  what: string,
  count: number,
  item: (index: number) => string,
  interpolation?: string,
): void {
  text.add(`        ${what} = [`)
  for (let from = 0; from < count; from += 64) {
    const items: string[] = []
    for (let at = from; at < Math.min(count, from + 64); at++) items.push(item(at))
    text.add(items.join(', ') + (from + 64 < count ? ',' : ''))
  }
  text.add(interpolation ? `] (\n            interpolation = "${interpolation}"\n        )` : ']')
}

function writeMaterial(text: TextBytes, material: PlainMaterial, images: Map<Texture, string>): void {
  const path = `/Model/Materials/${material.name}`
  const [r, g, b, a] = material.colour
  const colour = material.texture && images.get(material.texture)
  const normal = material.normalTexture && images.get(material.normalTexture)
  const inputs = [
    colour
      ? `color3f inputs:diffuseColor.connect = <${path}/Colour.outputs:rgb>`
      : `color3f inputs:diffuseColor = (${[r, g, b].map(short).join(', ')})`,
    ...(normal ? [`normal3f inputs:normal.connect = <${path}/Normal.outputs:rgb>`] : []),
    `color3f inputs:emissiveColor = (${material.emissive.map(short).join(', ')})`,
    `float inputs:opacity = ${short(a)}`,
    `float inputs:metallic = ${short(material.metallic)}`,
    `float inputs:roughness = ${short(material.roughness)}`,
    'int inputs:useSpecularWorkflow = 0',
    'token outputs:surface',
  ]
  text.add(`        def Material "${material.name}"\n        {`)
  text.add(`            token outputs:surface.connect = <${path}/Surface.outputs:surface>`)
  text.add(
    '            def Shader "Surface"\n            {\n                uniform token info:id = "UsdPreviewSurface"',
  )
  for (const input of inputs) text.add(`                ${input}`)
  text.add('            }')
  if (colour || normal)
    text.add(
      '            def Shader "Coordinates"\n            {\n                uniform token info:id = "UsdPrimvarReader_float2"\n                string inputs:varname = "st"\n                float2 outputs:result\n            }',
    )
  if (colour) writeTexture(text, path, 'Colour', colour, `(${[r, g, b, a].map(short).join(', ')})`, 'sRGB')
  if (normal) writeTexture(text, path, 'Normal', normal, '(2, 2, 2, 1)', 'raw', '(-1, -1, -1, 0)')
  text.add('        }')
}

function writeTexture(
  text: TextBytes,
  path: string,
  name: string,
  file: string,
  scale: string,
  space: 'sRGB' | 'raw',
  bias?: string,
): void {
  text.add(
    [
      `            def Shader "${name}"\n            {`,
      '                uniform token info:id = "UsdUVTexture"',
      `                asset inputs:file = @textures/${file}@`,
      `                float2 inputs:st.connect = <${path}/Coordinates.outputs:result>`,
      `                float4 inputs:scale = ${scale}`,
      ...(bias ? [`                float4 inputs:bias = ${bias}`] : []),
      `                token inputs:sourceColorSpace = "${space}"`,
      '                token inputs:wrapS = "repeat"',
      '                token inputs:wrapT = "repeat"',
      '                float3 outputs:rgb\n            }',
    ].join('\n'),
  )
}
