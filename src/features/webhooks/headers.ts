import type { ApiError } from '../../api/errors.ts'

export interface HeaderDraft {
  id: string
  name: string
  value: string
}

/** The contract's limit; its code is not in page bundles. */
export const MOST_HEADERS = 20

/** Rows without a name are not sent. */
export const headersOf = (drafts: readonly HeaderDraft[]): Record<string, string> =>
  Object.fromEntries(
    drafts.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  )

/** The server's error for a header, with its name if given. */
export function headerError(error: ApiError | null): string | null {
  const found = error?.errors.find(({ path }) => /(^|\.)headers(\.|$)/.test(path))
  if (!found) return null
  const name = found.path.replace(/^.*headers\.?/, '')
  return name ? `${name}: ${found.message}` : found.message
}
