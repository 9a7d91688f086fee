import { MODELS } from '../../kernel/format-tables/models.ts'

/** Magic bytes of model formats, with their offset. */
const MARKS: [format: string, mark: string, at?: number][] = [
  ['glb', 'glTF'],
  ['fbx', 'Kaydara FBX Binary  \0'],
  ['blend', 'BLENDER'],
  ['x', 'xof 0'],
  ['lwo', 'LWO2', 8],
  ['lwo', 'LWOB', 8],
  ['lwo', 'LWLO', 8],
  ['ac', 'AC3D'],
  ['dxf', 'AutoCAD Binary DXF\r\n'],
  ['md2', 'IDP2'],
  ['b3d', 'BB3D'],
  ['ms3d', 'MS3D000000'],
  ['cob', 'Caligari V'],
  ['brep', 'DBRep_DrawableShape'],
  ['brep', 'CASCADE Topology V'],
  ['ase', '*3DSMAX_ASCIIEXPORT'],
]

/** Text formats with a distinctive start, matched after the preamble that `bodyOf` skips. */
const SPEAKING: [format: string, pattern: RegExp][] = [
  ['ply', /^ply\r?\n(format|comment|obj_info)\b/],
  ['stl', /^solid\b[^\n]*\n\s*(facet\s+normal|endsolid)\b/i],
  ['dxf', /^0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n/],
  ['bvh', /^HIERARCHY\s+ROOT\b/],
  ['fbx', /^; FBX \d/],
  ['step', /^ISO-10303-21\s*;/],
  ['gltf', /^\{[\s\S]*?"asset"\s*:\s*\{[^{}]*"version"\s*:\s*"[12]\./],
]

/** Text formats with a generic start, which need the file extension too. */
const CLAIMED: [format: string, pattern: RegExp][] = [
  ['obj', /^[ \t]*v[ \t]+[-+.\d][-+.\deE \t]*\r?$/m],
  ['off', /^(ST)?C?N?4?n?OFF\b(?! BINARY)/],
  ['gltf', /^\{\s*"/],
  ['stl', /^solid\b/i],
  ['smd', /^version\s+1\b/],
  ['ogex', /^(Metric|GeometryNode|GeometryObject|Node)\b[^\n]*[{(\n]/],
  ['iges', /^.{72}[SC][ \t]*\d+[ \t]*\r?$/m],
  ['fbx', /^(;[^\n]*\n\s*)*FBXHeaderExtension:/],
]

const ROOTS: [format: string, root: RegExp][] = [
  ['dae', /^COLLADA$/],
  ['x3d', /^X3D$/],
  ['amf', /^amf$/i],
]

const NAMES = new Set(MODELS.map(([format]) => format))

/**
 * The model format of a file's first bytes, or null; `claimed` is the format of its name, `size`
 * the file size in bytes. Generic text is a model only if the name says so.
 */
export function modelFormat(head: Buffer, claimed: string | null, size: number): string | null {
  for (const [format, mark, at = 0] of MARKS)
    if (head.toString('latin1', at, at + mark.length) === mark) return format
  if (claimed === '3ds' && head.length > 6 && head.readUInt16LE(0) === 0x4d4d)
    return head.readUInt32LE(2) <= size ? '3ds' : null
  if (claimed !== null && !NAMES.has(claimed)) return null
  const text = head.toString('utf8')
  const format = textFormat(text, claimed)
  if (format) return format
  return (claimed === 'stl' || claimed === null) && isBinaryStl(head, size, claimed) ? 'stl' : null
}

function textFormat(text: string, claimed: string | null): string | null {
  const body = bodyOf(text)
  const element = /^<([\w:.-]{1,40})/.exec(body)?.[1]
  if (element) return ROOTS.find(([, name]) => name.test(element))?.[0] ?? null
  const spoken = SPEAKING.find(([, pattern]) => pattern.test(body))?.[0]
  // Both start with ISO-10303-21; the schema in the header separates IFC from STEP.
  if (spoken === 'step') return /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(body) ? 'ifc' : 'step'
  if (spoken) return spoken
  // Some have fixed columns, which start before the first word.
  const fits = (pattern: RegExp) => pattern.test(body) || pattern.test(text)
  return CLAIMED.find(([format, pattern]) => format === claimed && fits(pattern))?.[0] ?? null
}

/** Skippable prefixes of a text: start and end delimiter. */
const PREAMBLES: [from: string, to: string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['/*', '*/'],
  ['//', '\n'],
  ['#', '\n'],
  ['999', '\n'],
]

/**
 * The text after its preamble. A loop instead of a regular expression, whose nested repetition a
 * hostile file could exploit.
 */
function bodyOf(text: string): string {
  let body = text.replace(/^\ufeff/, '').trimStart()
  for (let next = withoutPreamble(body); next !== null; next = withoutPreamble(body)) body = next
  return body
}

function withoutPreamble(text: string): string | null {
  if (/^<!DOCTYPE/i.test(text)) {
    const inner = text.indexOf('[')
    const end = text.indexOf('>')
    const close = inner >= 0 && inner < end ? text.indexOf(']', inner) : 0
    const after = close < 0 ? -1 : text.indexOf('>', close)
    return after < 0 ? null : text.slice(after + 1).trimStart()
  }
  const [from, to] = PREAMBLES.find(([start]) => text.startsWith(start)) ?? []
  if (from === undefined || to === undefined) return null
  let end = text.indexOf(to, from.length)
  // A DXF comment is a line 999 and the following line.
  if (from === '999' && end >= 0) end = text.indexOf(to, end + 1)
  return end < 0 ? null : text.slice(end + to.length).trimStart()
}

/**
 * Binary STL has no magic bytes: 80 bytes, a count, 50 bytes per triangle. The count must fit into
 * the file, and without the extension match its size exactly.
 */
function isBinaryStl(head: Buffer, size: number, claimed: string | null): boolean {
  if (head.length < 84) return false
  const length = 84 + 50 * head.readUInt32LE(80)
  return claimed === null ? length === size && size > 84 : length <= size
}

/** Models in a ZIP file by extension. Nested archives aren't opened. */
const IN_ARCHIVE = new Map(
  MODELS.filter(([format]) => !['3mf', 'usdz'].includes(format)).flatMap(([format, , , extensions]) =>
    extensions.split(' ').map((one) => [one, format] as const),
  ),
)

/** The only model in a ZIP with its format, or null for none or several. */
export function modelInArchive(names: readonly string[]): { name: string; format: string } | null {
  const models = names.flatMap((name) => {
    const base = baseName(name)
    const format = IN_ARCHIVE.get(base.slice(base.lastIndexOf('.') + 1))
    // Skips hidden files and the metadata files of macOS.
    const hidden = base.startsWith('.') || /(^|[/\\])__MACOSX[/\\]/.test(name)
    return format && base.includes('.') && !hidden ? [{ name, format }] : []
  })
  return models.length === 1 ? (models[0] ?? null) : null
}

/** The model format of a ZIP's entries, or null. */
export function archivedModel(names: readonly string[]): string | null {
  if (names.some((name) => /^\/?3D\/[^/]+\.model$/i.test(name))) return '3mf'
  // USDZ is recognized but not read, so that users get "not on this server" and not "unknown file".
  if (/\.usd[ac]?$/i.test(names[0] ?? '')) return 'usdz'
  return modelInArchive(names)?.format ?? null
}

/** The base name of a path in lower case, the only part used of names in archives and models. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
}
