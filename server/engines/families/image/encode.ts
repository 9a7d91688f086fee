import type { Sharp } from 'sharp'
import type { ImageOptions, ImageTarget } from './options.ts'

/** Sets the format to write, with the options that belong to it. */
export function encode(picture: Sharp, target: ImageTarget, options: ImageOptions): Sharp {
  const { quality = 80, lossless = false, effort = 2 } = options
  const kept = options.strip_metadata ? picture : picture.keepMetadata()
  switch (target) {
    case 'jpg':
      return kept.jpeg({ quality, progressive: options.progressive ?? true })
    case 'png':
      return kept.png({
        compressionLevel: Number(options.compression ?? 6),
        palette: options.palette ?? false,
      })
    case 'webp':
      return kept.webp({ quality, lossless, effort })
    case 'avif':
      return kept.avif({ quality, lossless, effort })
    case 'gif':
      // Effort 7 of 10, the default, takes ten seconds for a photograph.
      return kept.gif({ colours: options.colours ?? 256, effort: 3 })
    case 'tiff':
      return kept.tiff({
        compression: (options.compression ?? 'lzw') as 'lzw' | 'deflate' | 'jpeg' | 'none',
        quality,
      })
  }
}
