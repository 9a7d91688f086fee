import type { NotificationType } from '../../../contract/notifications.ts'

/** Length of a batch body's beginning that contains its totals and the first filename. */
export const BATCH_HEAD = 8192

const CONVERSIONS = '"conversions":['
/**
 * A JSON string value with its quotes. Quotes inside strings are escaped, so nothing else matches.
 */
const FILENAME = /"filename":("(?:[^"\\]|\\.)*")/
const CREATED_AT = /"created_at":("[^"\\]*")/

/**
 * The object in an event's body. Parses only the beginning of a batch body, which yields the name
 * and creation time of its first conversion.
 * @returns null if the body is invalid
 */
export function objectOf(type: NotificationType, body: string): unknown {
  try {
    return JSON.parse(type === 'batch.completed' ? closed(body) : body).data.object
  } catch {
    return null
  }
}

/** Closes the JSON of a batch body after the first filename. */
function closed(head: string): string {
  const at = head.indexOf(CONVERSIONS)
  const first = at < 0 ? '' : head.slice(at)
  const name = FILENAME.exec(first)?.[1]
  const began = CREATED_AT.exec(first)?.[1]
  if (name === undefined) return head
  const rest = began === undefined ? '' : `,"created_at":${began}`
  return `${head.slice(0, at)}${CONVERSIONS}{"filename":${name}${rest}}]}}}`
}
