/** Apple's document formats, named after their programs. */
const KINDS = ['pages', 'numbers', 'key']
const MAIN =
  /^(?:[^/]+\.(pages|numbers|key)\/)?(Index\.zip|Index\/Document\.iwa|index\.(?:xml|apxl)(?:\.gz)?)$/
const SIDE = /(^|\/)(QuickLook\/|preview[\w-]*\.jpg$|buildVersionHistory\.plist$|Metadata\/|Data\/)/

/**
 * The iWork format of a ZIP's members, or null. They may be in a subfolder. Pages and Numbers have
 * the same members, so the file name decides between them.
 */
export function iworkFormat(names: readonly string[], claimed: string | null): string | null {
  const main = names.map((name) => MAIN.exec(name)).find(Boolean)
  if (!main || !names.some((name) => SIDE.test(name))) return null
  if (main[1]) return main[1]
  if (main[2]?.startsWith('index.apxl') || names.some((name) => /^Index\/Slide[\w-]*\.iwa$/.test(name)))
    return 'key'
  return claimed && KINDS.includes(claimed) ? claimed : 'pages'
}
