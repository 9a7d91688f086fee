/** Header fields of messages that rarely start other texts. Sources: RFC 5322 3.6, RFC 2045 3. */
const KNOWN =
  /^(received|return-path|delivered-to|from|to|cc|date|subject|message-id|mime-version|content-type|content-transfer-encoding|reply-to|sender|dkim-signature|x-[\w-]+|arc-[\w-]+|authentication-results|user-agent|in-reply-to|references|list-[\w-]+|thread-[\w-]+)$/i
const OWN = /^(received|return-path|delivered-to|from|date|message-id|mime-version|subject)$/i

/**
 * Whether bytes start like a message: only header fields before the first empty line, and two of
 * them specific to messages, or one if the name has a mail extension. `head` is the start of the
 * file; a longer header is judged by that part.
 */
function looksLikeMail(head: Buffer, claimed: boolean): boolean {
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^From [^\r\n]*\r?\n/, '')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  // The last line may be truncated if the header is longer than `head`.
  const lines = text.slice(0, end).split(/\r?\n(?![ \t])/)
  if (end === text.length && lines.length > 1) lines.pop()
  const fields = lines.map((line) => /^([!-9;-~]{1,100})[ \t]*:/.exec(line)?.[1])
  if (fields.some((field) => field === undefined)) return false
  const known = fields.filter((field) => KNOWN.test(field ?? ''))
  return claimed ? known.length > 0 : known.length >= 2 && known.some((field) => OWN.test(field ?? ''))
}

/**
 * Whether a file is a message or a mailbox, which starts with a `From ` line; some programs write
 * that line before a single message, which its name then shows. Null for anything else, and for
 * texts whose name has another format.
 */
export function mailFormat(head: Buffer, claimed: string | null): 'eml' | 'mbox' | null {
  if (claimed !== null && claimed !== 'eml' && claimed !== 'mbox') return null
  if (!looksLikeMail(head, claimed !== null)) return null
  return claimed !== 'eml' && head.toString('latin1', 0, 5) === 'From ' ? 'mbox' : 'eml'
}
