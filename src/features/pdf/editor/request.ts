import { type Draft, editsOf, neededFiles } from './draft.ts'

export interface RequestInput {
  draft: Draft
  /** The inserted files, by id. */
  files: ReadonlyMap<string, Blob>
  /** The number of pages of the main file. */
  pages: number
  /** Opens the main file, if it is encrypted. */
  password: string | null
  /** Passwords of inserted files, by id. */
  passwords: ReadonlyMap<string, string>
}

/**
 * The save request of a draft: the edits with the required passwords, and the inserted files in
 * order.
 */
export function requestOf({ draft, files, pages, password, passwords }: RequestInput) {
  const needed = neededFiles(draft)
  const known = needed.flatMap(({ id }, at) => {
    const opens = passwords.get(id)
    return opens === undefined ? [] : [[String(at + 1), opens] as const]
  })
  return {
    edits: {
      ...editsOf(draft, pages),
      ...(password !== null && { password }),
      ...(known.length > 0 && { file_passwords: Object.fromEntries(known) }),
    },
    further: needed.flatMap(({ id, name }) => {
      const file = files.get(id)
      return file ? [{ file, name }] : []
    }),
  }
}
