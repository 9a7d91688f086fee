/** The preview type of a file. Two of the same type can be compared. */
export type Kind = 'image' | 'pdf' | 'text' | 'table' | 'video' | 'audio' | 'font' | 'model' | 'zip'

/**
 * Formats by preview type, for browsers or the dashboard's viewers. All others are shown as a
 * thumbnail.
 */
const FORMATS: Record<Kind, string> = {
  image: 'png jpg gif webp avif svg bmp ico',
  pdf: 'pdf',
  text:
    'txt md gfm html latex typst rst asciidoc org textile djot mediawiki dokuwiki xwiki jira muse bbcode docbook ' +
    'jats tei fb2 icml opml ipynb man texinfo context ansi revealjs beamer json',
  table: 'csv',
  video: 'mp4 webm mov mkv m4v ogv avi wmv flv mpg ts 3gp',
  audio: 'mp3 m4a wav flac ogg opus aac amr wma aiff',
  font: 'ttf otf woff woff2 eot svgfont ttc otc dfont t42 cff pfa pfb pt3 ufo sfd bdf pcf fnt',
  model: 'glb gltf obj stl ply 3mf',
  zip: 'zip',
}

const KIND_OF = new Map(
  (Object.keys(FORMATS) as Kind[]).flatMap((kind) =>
    FORMATS[kind].split(' ').map((format) => [format, kind] as const),
  ),
)

export const kindOf = (format: string): Kind | null => KIND_OF.get(format) ?? null

const MB = 1_000_000

/** Above this size a preview loads on request. Files that load by ranges have no limit. */
const LIMITS: Partial<Record<Kind, number>> = { image: 40 * MB, font: 20 * MB, model: 40 * MB }

export const isTooLarge = (kind: Kind, bytes: number): boolean => bytes > (LIMITS[kind] ?? Infinity)

/** Fonts that browsers support directly; for others only metadata is shown. */
export const isWebFont = (format: string): boolean => ['ttf', 'otf', 'woff', 'woff2'].includes(format)
