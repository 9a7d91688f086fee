/** Source formats that only FontForge reads. */
export const FORGE_SOURCES = ['svgfont', 't42', 'cff', 'pfa', 'pfb', 'ufo', 'sfd']
/** Target formats that only FontForge writes. */
export const FORGE_TARGETS = ['pfa', 'pfb', 'pt3', 'ufo', 'sfd']
/** Bitmap fonts of one size, which have no outlines to convert. */
export const BITMAPS = ['bdf', 'pcf', 'fnt']
export const BITMAP_SOURCES = ['bdf', 'fnt']
/** FontForge's target for sources other than TTF and OTF: the format with the same curve type. */
export const NATURAL: Record<string, 'ttf' | 'otf'> = {
  svgfont: 'otf',
  t42: 'ttf',
  cff: 'otf',
  pfa: 'otf',
  pfb: 'otf',
  ufo: 'otf',
  sfd: 'otf',
}
