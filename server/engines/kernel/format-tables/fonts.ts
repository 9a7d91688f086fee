import type { FormatRow } from '../formats.ts'

/**
 * Labels in their usual spelling. Results get the first MIME type and the first extension. A UFO is
 * a folder, stored as a ZIP file; `t1` is Type 1 of either kind, decided by the bytes.
 */
export const FONTS: FormatRow[] = [
  ['ttf', 'TTF', 'font/ttf application/x-font-ttf font/sfnt', 'ttf'],
  ['otf', 'OTF', 'font/otf application/x-font-otf', 'otf'],
  ['woff', 'WOFF', 'font/woff application/font-woff', 'woff'],
  ['woff2', 'WOFF2', 'font/woff2', 'woff2'],
  ['eot', 'EOT', 'application/vnd.ms-fontobject', 'eot'],
  ['svgfont', 'SVG font', 'image/svg+xml', 'svg'],
  ['ttc', 'TTC', 'font/collection', 'ttc'],
  ['otc', 'OTC', 'font/collection', 'otc'],
  ['dfont', 'DFONT', 'application/x-dfont', 'dfont'],
  ['t42', 'Type 42', 'application/x-font-type42', 't42'],
  ['cff', 'CFF', 'application/x-font-cff', 'cff'],
  ['pfa', 'PFA', 'application/x-font-type1', 'pfa'],
  ['pfb', 'PFB', 'application/x-font-type1', 'pfb t1'],
  ['pt3', 'Type 3', 'application/x-font-type3', 'pt3 t3'],
  ['ufo', 'UFO', 'application/x-ufo+zip', 'ufoz'],
  ['sfd', 'SFD', 'application/vnd.font-fontforge-sfd', 'sfd'],
  ['bdf', 'BDF', 'application/x-font-bdf', 'bdf'],
  ['pcf', 'PCF', 'application/x-font-pcf', 'pcf'],
  ['fnt', 'FNT', 'application/x-font-fnt', 'fnt'],
]
