/** The opening line of a code block: containers (quotes, list items), fence and info string. */
const OPENING = /^((?: {0,3}(?:>|[-*+]|\d{1,9}[.)])(?=\s))* {0,3})(`{3,}|~{3,})[ \t]*(.*)$/
const NAME = /[\w+.#-]+/
const ATTRIBUTES = /^\{\s*(?:(?:[.#][\w+#-]+|[\w-]+=(?:"[^"{}]*"|[^\s"{}]+))\s*)+\}/

/**
 * Reduces info strings of code blocks to what pandoc reads: a language, and attributes in braces
 * for pandoc's own Markdown. It treats a block with any other info string (`js title="a"`, `{r,
 * echo=FALSE}`) as text.
 */
export function normaliseFences(text: string, attributes: boolean): string {
  let open: string | null = null
  return text
    .split('\n')
    .map((line) => {
      if (open !== null) {
        if (closes(line, open)) open = null
        return line
      }
      const [, before = '', fence = '', info = ''] = OPENING.exec(line.trimEnd()) ?? []
      if (fence === '' || (fence.startsWith('`') && info.includes('`'))) return line
      open = fence
      const kept = knownInfo(info, attributes)
      return kept === info ? line : before + fence + kept
    })
    .join('\n')
}

function closes(line: string, open: string): boolean {
  const fence = line.replace(/^[ >]*/, '').trimEnd()
  return fence.length >= open.length && fence.startsWith(open) && /^(.)\1*$/.test(fence)
}

function knownInfo(info: string, attributes: boolean): string {
  const braces = ATTRIBUTES.exec(info)?.[0]
  if (braces && attributes) return braces
  const language = (braces ? /\.([\w+#-]+)/.exec(braces)?.[1] : NAME.exec(info)?.[0]) ?? ''
  const rest = info.slice(language.length).trim()
  if (attributes && language !== '' && info.startsWith(language) && ATTRIBUTES.exec(rest)?.[0] === rest)
    return info
  return language
}
