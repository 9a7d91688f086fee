/** Formats that only FontForge reads here: outlines in forms of their own. */
export const FORGE_SOURCES = ['svgfont', 't42', 'cff', 'pfa', 'pfb', 'ufo', 'sfd']
/** Formats that only FontForge writes here. */
export const FORGE_TARGETS = ['pfa', 'pfb', 'pt3', 'ufo', 'sfd']
/** Images of letters in one size, which have no outlines to convert. */
export const BITMAPS = ['bdf', 'pcf', 'fnt']
export const BITMAP_SOURCES = ['bdf', 'fnt']
/**
 * What it makes of a source that is not a TTF or OTF: the form that keeps its curves as they are.
 */
export const NATURAL: Record<string, 'ttf' | 'otf'> = {
  svgfont: 'otf',
  t42: 'ttf',
  cff: 'otf',
  pfa: 'otf',
  pfb: 'otf',
  ufo: 'otf',
  sfd: 'otf',
}
