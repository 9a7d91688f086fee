import { type Draft, editsOf, neededFiles } from './draft.ts'

export interface RequestInput {
  draft: Draft
  /** The further files, by their ids. */
  files: ReadonlyMap<string, Blob>
  /** How many pages the file has. */
  pages: number
  /** Opens the file, where it needed one. */
  password: string | null
  /** Open further files, by their ids. */
  passwords: ReadonlyMap<string, string>
}

/**
 * What the service is sent of a draft: the edits with the passwords that they need, and further
 * files in their order.
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
