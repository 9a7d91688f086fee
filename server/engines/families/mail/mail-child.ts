import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import type { StepResult } from '../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import type { Attachment, Message } from './message.ts'
import { attachmentName, safeFileName } from './names.ts'
import { messagePage } from './page.ts'
import { readEml } from './read-eml.ts'
import { readMbox } from './read-mbox.ts'
import { readMsg } from './read-msg.ts'
import { writeEml } from './write-eml.ts'

export type MailForm = 'page' | 'plain' | 'typeset' | 'eml'

/** Names are those in `in` and `out`. */
export type MailRequest =
  | {
      step: 'read'
      input: string
      format: 'eml' | 'msg' | 'mbox'
      output: string
      /**
       * `plain`: for a target without layout. `typeset`: for pages without a browser. `eml`: the
       * message itself instead of a page.
       */
      as: MailForm
      /** Also writes the attachments; the result's `names` has their file names. */
      attachments: boolean
    }
  /** Packs files into an archive: their names in `in`, and in the archive. */
  | { step: 'pack'; files: { input: string; name: string }[]; output: string }

const READERS = { eml: (bytes: Buffer) => readEml(bytes), msg: readMsg, mbox: readMbox }

await serve<MailRequest>({
  async warm() {
    await readEml(Buffer.from('Subject: Warm\r\n\r\nA first message.\r\n'))
  },

  async run(request, report) {
    if (request.step === 'pack') return pack(request.files, request.output)
    report(sentence`Reading`, null)
    const bytes = readFileSync(join('in', request.input))
    const message = await READERS[request.format](bytes)
    if (isEmpty(message)) throw emptyMessage()
    const result: StepResult = { files: [request.output], warnings: [] }
    if (request.as === 'eml') {
      writeFileSync(join('out', request.output), await writeEml(message))
      result.warnings = allWarnings(message)
    } else {
      const page = messagePage(message, request.as)
      writeFileSync(join('out', request.output), page.html)
      result.warnings = page.warnings
    }
    return request.attachments ? withAttachments(result, message) : result
  },
})

const allWarnings = ({ warnings, messages }: Message): Sentence[] =>
  [...new Set([...warnings, ...messages.flatMap(allWarnings)])].slice(0, 100)

const isEmpty = ({ from, to, subject, text, html, attachments, messages }: Message) =>
  `${subject}${text ?? ''}${html ?? ''}`.trim() === '' &&
  from.length + to.length + attachments.length + messages.length === 0

const emptyMessage = () =>
  new EngineFailure('source_empty', sentence`The file contains no message. Choose another file.`)

async function withAttachments(result: StepResult, message: Message): Promise<StepResult> {
  const taken = new Set(['message'])
  const names: Record<string, string> = {}
  for (const [index, one] of (await allAttachments(message)).entries()) {
    const file = `attachment-${index + 1}`
    names[safeFileName(attachmentName(one, index + 1), taken)] = file
    writeFileSync(join('out', file), one.bytes)
    result.files.push(file)
  }
  return { ...result, names }
}

/** Includes those of attached messages. */
async function allAttachments(message: Message): Promise<Attachment[]> {
  const inner = await Promise.all(
    message.messages.map(async (one) => [
      {
        name: `${one.subject || 'message'}.eml`,
        mimeType: 'message/rfc822',
        bytes: await writeEml(one),
        contentId: '',
      },
    ]),
  )
  return [...message.attachments, ...inner.flat()]
}

async function pack(files: { input: string; name: string }[], output: string): Promise<StepResult> {
  const archive = new yazl.ZipFile()
  for (const { input, name } of files)
    archive.addFile(join('in', input), name, { mtime: new Date(1980, 0, 1) })
  archive.end()
  await pipeline(archive.outputStream, createWriteStream(join('out', output)))
  return { files: [output], format: 'zip', entries: files.length, warnings: [] }
}
