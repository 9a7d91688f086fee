import type { Document, Texture } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import sharp from 'sharp'
import { plural, type Sentence, sentence } from '../../../kernel/sentence.ts'

/** Maximum pixels of a texture, against decompression bombs. */
const MAX_PIXELS = 100_000_000

export function startSharp(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((name) => `VipsForeignLoad${name}`) })
}

export const openImage = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })

/**
 * Limits textures to `size` pixels per side (0 for no limit) and converts to WebP on request. Keeps
 * an undecodable image and warns.
 */
export async function changeTextures(
  document: Document,
  size: number,
  format: 'keep' | 'webp',
  warnings: Sentence[],
): Promise<void> {
  let failed = 0
  for (const texture of document.getRoot().listTextures()) {
    const ok = await changeTexture(texture, size, format).catch(() => false)
    if (!ok) failed += 1
  }
  if (
    document
      .getRoot()
      .listTextures()
      .some((texture) => texture.getMimeType() === 'image/webp')
  )
    document.createExtension(EXTTextureWebP).setRequired(true)
  if (failed > 0)
    warnings.push(
      sentence`${plural(failed, '# texture', '# textures')} could not be changed and stayed as before.`,
    )
}

async function changeTexture(texture: Texture, size: number, format: 'keep' | 'webp'): Promise<boolean> {
  const bytes = texture.getImage()
  const mime = texture.getMimeType()
  if (!bytes || !/^image\/(png|jpeg|webp)$/.test(mime)) return false
  const { width, height } = await openImage(bytes).metadata()
  const fits = size === 0 || Math.max(width, height) <= size
  const target = format === 'webp' ? 'image/webp' : mime
  if (fits && target === mime) return true
  const image = fits ? openImage(bytes) : openImage(bytes).resize(size, size, { fit: 'inside' })
  const written =
    target === 'image/webp'
      ? image.webp({ quality: 85, alphaQuality: 95 })
      : target === 'image/jpeg'
        ? image.jpeg({ quality: 88 })
        : image.png({ compressionLevel: 8 })
  texture.setImage(new Uint8Array(await written.toBuffer())).setMimeType(target)
  return true
}

/** A texture as PNG or JPEG for older formats; null if it can't be decoded. */
export async function plainImage(
  texture: Texture,
): Promise<{ bytes: Uint8Array; extension: 'png' | 'jpg' } | null> {
  const bytes = texture.getImage()
  if (!bytes) return null
  if (texture.getMimeType() === 'image/jpeg') return { bytes, extension: 'jpg' }
  if (texture.getMimeType() === 'image/png') return { bytes, extension: 'png' }
  try {
    return { bytes: await openImage(bytes).png().toBuffer(), extension: 'png' }
  } catch {
    return null
  }
}
