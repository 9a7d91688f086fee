import type { Document, Material, Texture } from '@gltf-transform/core'
import type { KHRMaterialsPBRSpecularGlossiness, PBRSpecularGlossiness } from '@gltf-transform/extensions'
import { plural, type Sentence, sentence } from '../../../kernel/sentence.ts'
import type { Flat, Part } from '../shape/flatten.ts'
import { plainImage } from '../shape/textures.ts'

/** A material of the formats before glTF. Colors are 0 to 1 as in glTF. */
export interface PlainMaterial {
  /** Letters, digits and underscores, starting with a letter; unique in the model. */
  name: string
  colour: [number, number, number, number]
  metallic: number
  roughness: number
  emissive: [number, number, number]
  twoSided: boolean
  texture: Texture | null
  normalTexture: Texture | null
}

/** The distinct materials of all parts in order; default ones are omitted. */
export function plainMaterials(flat: Flat): Map<Material, PlainMaterial> {
  const found = new Map<Material, PlainMaterial>()
  for (const { material } of flat.parts) {
    if (!material || isDefault(material) || found.has(material)) continue
    found.set(material, {
      name: ownName(material.getName(), found.size + 1, 'material'),
      ...coloursOf(material),
      metallic: material.getMetallicFactor(),
      roughness: material.getRoughnessFactor(),
      emissive: material.getEmissiveFactor(),
      twoSided: material.getDoubleSided(),
      normalTexture: material.getNormalTexture(),
    })
  }
  return found
}

/**
 * The linear base color and its texture, from the core material or the older specular extension.
 */
export function coloursOf(material: Material): { colour: PlainMaterial['colour']; texture: Texture | null } {
  const old = material.getExtension<PBRSpecularGlossiness>(SPECULAR_GLOSSINESS)
  if (old) return { colour: old.getDiffuseFactor(), texture: old.getDiffuseTexture() }
  return { colour: material.getBaseColorFactor(), texture: material.getBaseColorTexture() }
}
const SPECULAR_GLOSSINESS: typeof KHRMaterialsPBRSpecularGlossiness.EXTENSION_NAME =
  'KHR_materials_pbrSpecularGlossiness'

/** The importer's gray for parts without a material. */
const IMPORTED_GREY = Math.fround(0.6)

/** Whether a material is trivial: no texture, no emission, opaque, white or the importer's gray. */
function isDefault(material: Material): boolean {
  const { colour, texture } = coloursOf(material)
  const [r, g, b, a] = colour
  return (
    !texture &&
    !material.getNormalTexture() &&
    a === 1 &&
    r === g &&
    g === b &&
    (r === 1 || r === IMPORTED_GREY) &&
    material.getEmissiveFactor().every((value) => value === 0)
  )
}

/** The color of a part without a texture. */
export function colourOf({ material }: Part): [number, number, number, number] {
  return material && !isDefault(material) ? coloursOf(material).colour : [1, 1, 1, 1]
}

/** A name that is valid in all formats; the number makes it unique. */
export function ownName(name: string, number: number, otherwise: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
  const stem = /^[A-Za-z]/.test(plain) ? plain : plain ? `${otherwise}_${plain}` : otherwise
  return `${stem}_${number}`
}

/** Writes the distinct images of all materials as files; counts undecodable ones in `lost`. */
export async function writeImages(
  materials: Iterable<PlainMaterial>,
): Promise<{ names: Map<Texture, string>; files: { name: string; bytes: Uint8Array }[]; lost: number }> {
  const names = new Map<Texture, string>()
  const files: { name: string; bytes: Uint8Array }[] = []
  const tried = new Set<Texture>()
  for (const { texture, normalTexture } of materials) {
    for (const one of [texture, normalTexture]) {
      if (!one || tried.has(one)) continue
      tried.add(one)
      const image = await plainImage(one)
      if (!image) continue
      const name = `texture-${files.length + 1}.${image.extension}`
      names.set(one, name)
      files.push({ name, bytes: image.bytes })
    }
  }
  return { names, files, lost: tried.size - files.length }
}

/** Warnings about what simple formats lose. */
export function leftBehind(
  document: Document,
  flat: Flat,
  keeps: { materials: boolean; textures: boolean; colours: boolean; uvs: boolean },
): Sentence[] {
  const root = document.getRoot()
  const materials = [...plainMaterials(flat).values()]
  const warnings: Sentence[] = []
  if (root.listAnimations().length > 0)
    warnings.push(sentence`The animation was left out: the target format has none.`)
  if (root.listSkins().length > 0)
    warnings.push(sentence`The skeleton was left out; the model keeps the pose it rests in.`)
  if (flat.loose > 0)
    warnings.push(
      sentence`${plural(flat.loose, '# set of points or lines was', '# sets of points or lines were')} left out: the target format keeps surfaces only.`,
    )
  if (!keeps.textures && materials.some(({ texture, normalTexture }) => texture || normalTexture))
    warnings.push(sentence`The textures were left out: the target format has none.`)
  if (!keeps.materials && !keeps.colours && materials.some(({ colour }) => colour.some((value) => value < 1)))
    warnings.push(sentence`The colors were left out: the target format has none.`)
  else if (!keeps.colours && flat.parts.some(({ colours }) => colours))
    warnings.push(sentence`The colors of the points were left out: the target format has none.`)
  if (root.listScenes().length > 1) warnings.push(sentence`Only the first scene was kept.`)
  return warnings
}
