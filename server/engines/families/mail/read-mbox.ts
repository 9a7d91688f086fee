import { sentence } from '../../kernel/sentence.ts'
import { damagedMessage } from './failures.ts'
import { type Message, MOST_MESSAGES, type Reading } from './message.ts'
import { readEml } from './read-eml.ts'

const SEPARATOR = Buffer.from('\nFrom ')

/**
 * Reads a mailbox (RFC 4155) as one message with all messages attached.
 * @throws EngineFailure source_damaged, and those of `readEml`
 */
export async function readMbox(bytes: Buffer): Promise<Message> {
  const reading: Reading = { messages: 0 }
  const messages: Message[] = []
  let found = 0
  for (const part of parts(bytes)) {
    found += 1
    if (reading.messages < MOST_MESSAGES) messages.push(await readEml(unquoted(part), reading))
  }
  if (found === 0) throw damagedMessage('no messages')
  const left = found - messages.length
  return {
    subject: `Mailbox (${found} message${found === 1 ? '' : 's'})`,
    from: [],
    to: [],
    cc: [],
    bcc: [],
    date: '',
    messageId: '',
    html: null,
    text: null,
    attachments: [],
    messages,
    warnings:
      left > 0
        ? [sentence`${left} messages were left out: ${MOST_MESSAGES} messages of a mailbox are converted.`]
        : [],
  }
}

/** The parts between lines that start with `From `. */
function* parts(bytes: Buffer): Generator<Buffer> {
  let start = bytes.indexOf('\n') + 1
  while (start > 0 && start < bytes.length) {
    const next = bytes.indexOf(SEPARATOR, start - 1)
    yield bytes.subarray(start, next < 0 ? bytes.length : next + 1)
    start = next < 0 ? 0 : bytes.indexOf('\n', next + 1) + 1
  }
}

/** Removes the `>` before quoted `From ` lines. */
function unquoted(part: Buffer): Buffer {
  const text = part.toString('latin1')
  return text.includes('\n>From ') ? Buffer.from(text.replace(/\n>From /g, '\nFrom '), 'latin1') : part
}
