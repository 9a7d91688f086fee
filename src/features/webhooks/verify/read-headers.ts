/** The three headers of a signed request (Standard Webhooks); null if not found. */
export interface SignedHeaders {
  id: string | null
  timestamp: string | null
  signature: string | null
}

/**
 * Parses pasted headers: lines `name: value` (also from `curl -v` and `curl -H`), or a JSON object
 * of headers from a log. Names are case-insensitive.
 */
export function readHeaders(text: string): SignedHeaders {
  const found = readJson(text) ?? readLines(text)
  const get = (name: string) => found.get(name)?.trim() || null
  return { id: get('webhook-id'), timestamp: get('webhook-timestamp'), signature: get('webhook-signature') }
}

function readJson(text: string): Map<string, string> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object') return null
    return new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), [one].flat().join(' ')]))
  } catch {
    return null
  }
}

const readLines = (text: string) =>
  new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const [, name, value = ''] = /(?:^|[\s'"<>])([\w-]+)\s*[:=]\s*(.*)$/.exec(line) ?? []
      return name ? [[name.toLowerCase(), value.replace(/^['"]|['"]?[,\\\s]*$/g, '')] as const] : []
    }),
  )
