import type { NotificationType } from '../../../contract/notifications.ts'

/** Characters of the body of a batch that hold its figures and the name of its first file. */
export const BATCH_HEAD = 8192

const CONVERSIONS = '"conversions":['
/**
 * The value of a JSON string, with its quotes. Inside of strings quotes are escaped, so that
 * nothing else matches.
 */
const FILENAME = /"filename":("(?:[^"\\]|\\.)*")/
const CREATED_AT = /"created_at":("[^"\\]*")/

/**
 * The object of an event, by its body. A batch is read by the head of its body, and has its first
 * conversion only, with nothing but its name and when it was created.
 * @returns null where the body cannot be read
 */
export function objectOf(type: NotificationType, body: string): unknown {
  try {
    return JSON.parse(type === 'batch.completed' ? closed(body) : body).data.object
  } catch {
    return null
  }
}

/** Ends the body of a batch after the first file's name. */
function closed(head: string): string {
  const at = head.indexOf(CONVERSIONS)
  const first = at < 0 ? '' : head.slice(at)
  const name = FILENAME.exec(first)?.[1]
  const began = CREATED_AT.exec(first)?.[1]
  if (name === undefined) return head
  const rest = began === undefined ? '' : `,"created_at":${began}`
  return `${head.slice(0, at)}${CONVERSIONS}{"filename":${name}${rest}}]}}}`
}
