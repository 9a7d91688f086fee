import type { ApiError } from '../../api/errors.ts'

export interface HeaderDraft {
  id: string
  name: string
  value: string
}

/** As the contract has it, whose code a page does not load. */
export const MOST_HEADERS = 20

/** Rows without a name are not sent. */
export const headersOf = (drafts: readonly HeaderDraft[]): Record<string, string> =>
  Object.fromEntries(
    drafts.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  )

/** What the service said of a header, with its name where it gave one. */
export function headerError(error: ApiError | null): string | null {
  const found = error?.errors.find(({ path }) => /(^|\.)headers(\.|$)/.test(path))
  if (!found) return null
  const name = found.path.replace(/^.*headers\.?/, '')
  return name ? `${name}: ${found.message}` : found.message
}
