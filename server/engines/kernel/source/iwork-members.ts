/** Apple's document formats, by the programs' names. */
const KINDS = ['pages', 'numbers', 'key']
const MAIN =
  /^(?:[^/]+\.(pages|numbers|key)\/)?(Index\.zip|Index\/Document\.iwa|index\.(?:xml|apxl)(?:\.gz)?)$/
const SIDE = /(^|\/)(QuickLook\/|preview[\w-]*\.jpg$|buildVersionHistory\.plist$|Metadata\/|Data\/)/

/**
 * Which of Apple's documents the members of a ZIP make up, or null. They may lie in a folder of
 * their own. Pages and Numbers have the same members, so that the name decides between them.
 */
export function iworkFormat(names: readonly string[], claimed: string | null): string | null {
  const main = names.map((name) => MAIN.exec(name)).find(Boolean)
  if (!main || !names.some((name) => SIDE.test(name))) return null
  if (main[1]) return main[1]
  if (main[2]?.startsWith('index.apxl') || names.some((name) => /^Index\/Slide[\w-]*\.iwa$/.test(name)))
    return 'key'
  return claimed && KINDS.includes(claimed) ? claimed : 'pages'
}
