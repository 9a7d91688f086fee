/** The three headers of a signed request (Standard Webhooks); null where it was not found. */
export interface SignedHeaders {
  id: string | null
  timestamp: string | null
  signature: string | null
}

/**
 * Finds the headers in what was pasted: lines `name: value` (also as `curl -v` and `curl -H` have
 * them), or a JSON object of headers as logs have it. Names in any case.
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
