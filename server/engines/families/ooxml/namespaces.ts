/** Canonical namespace prefixes, independent of a file's own prefixes. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  w: ['wordprocessingml'],
  x: ['spreadsheetml'],
  p: ['presentationml'],
  a: ['drawingml'],
  wp: ['drawingml/wordprocessingDrawing'],
  xdr: ['drawingml/spreadsheetDrawing'],
  pic: ['drawingml/picture'],
  c: ['drawingml/chart'],
  dgm: ['drawingml/diagram'],
  r: ['officeDocument/relationships'],
  m: ['officeDocument/math'],
}
const TRANSITIONAL = 'http://schemas.openxmlformats.org/'
const STRICT = 'http://purl.oclc.org/ooxml/'
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns:'

const OTHERS: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'rel',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup': 'wpg',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas': 'wpc',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/XML/1998/namespace': 'xml',
}
/** ODF namespaces are named after their usual prefix, except these. */
const ODF_PREFIXES: Readonly<Record<string, string>> = {
  drawing: 'draw',
  'svg-compatible': 'svg',
  'xsl-fo-compatible': 'fo',
}

const known = new Map<string, string>(Object.entries(OTHERS))
for (const [prefix, names] of Object.entries(PREFIXES)) {
  for (const name of names) {
    const [first, ...rest] = name.split('/')
    const tail = rest.map((part) => `/${part}`).join('')
    known.set(`${TRANSITIONAL}${first}/2006${tail || '/main'}`, prefix)
    known.set(`${STRICT}${first}${tail || '/main'}`, prefix)
  }
}

/** The canonical prefix of a namespace; undefined if unknown. */
export function prefixOf(uri: string): string | undefined {
  const prefix = known.get(uri)
  if (prefix !== undefined || !uri.startsWith(OASIS)) return prefix
  const name = uri.slice(OASIS.length).split(':')[0] ?? ''
  return ODF_PREFIXES[name] ?? name
}

/** The namespace of a canonical prefix in transitional OOXML or ODF, which pandoc reads. */
export function uriOf(prefix: string): string {
  for (const [uri, name] of known) if (name === prefix) return uri
  const odf = Object.keys(ODF_PREFIXES).find((name) => ODF_PREFIXES[name] === prefix)
  return `${OASIS}${odf ?? prefix}:1.0`
}
