/**
 * Formats that libvips has not and ImageMagick's WebAssembly build has proven to read, under ImageMagick's own names. What is
 * not in these tables is never given to it: it would interpret scripts, drawings and addresses too.
 */
export const MAGICK_READS: Record<string, string> = {
  heic: 'HEIC',
  jxl: 'JXL',
  jp2: 'JP2',
  j2k: 'J2K',
  psd: 'PSD',
  bmp: 'BMP',
  ico: 'ICO',
  cur: 'CUR',
  tga: 'TGA',
  dds: 'DDS',
  exr: 'EXR',
  hdr: 'HDR',
  qoi: 'QOI',
  pcx: 'PCX',
  ppm: 'PPM',
  pgm: 'PGM',
  pbm: 'PBM',
  pam: 'PAM',
  xpm: 'XPM',
  sgi: 'SGI',
  dpx: 'DPX',
  fits: 'FITS',
  farbfeld: 'FARBFELD',
}

/** The same for writing. HEIC is read only, for want of an encoder; a cursor would come out as an icon. */
export const MAGICK_WRITES: Record<string, string> = {
  jxl: 'JXL',
  jp2: 'JP2',
  psd: 'PSD',
  bmp: 'BMP',
  ico: 'ICO',
  tga: 'TGA',
  dds: 'DDS',
  exr: 'EXR',
  hdr: 'HDR',
  qoi: 'QOI',
  pcx: 'PCX',
  ppm: 'PPM',
  pam: 'PAM',
  xpm: 'XPM',
  sgi: 'SGI',
  dpx: 'DPX',
  farbfeld: 'FARBFELD',
}

/** Formats that keep transparency; for the others a background is put behind. */
export const KEEPS_ALPHA: ReadonlySet<string> = new Set([
  ...['jxl', 'jp2', 'psd', 'bmp', 'ico', 'tga', 'dds', 'exr', 'qoi', 'pam', 'xpm', 'sgi', 'farbfeld'],
])

/** Sides of an icon's pictures, the largest first. */
export const ICON_SIDES = [256, 128, 64, 48, 32, 16]
