import { access, constants, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { removeFile } from '../core/remove-file.ts'
import type { Message } from '../platform.ts'
import { mailOptions, type Sender } from './mail-options.ts'

const WEEK = 7 * 86_400_000

/**
 * A folder for messages without a transport, readable by the operator only: mail as .eml, texts as
 * .txt. Filenames start with the time and the message's id. Adding a file deletes files older than
 * a week.
 */
export function openOutbox(folder: string, from: Sender, clock = () => new Date()) {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const open = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  }
  return {
    deliver: async (message: Message, id: string): Promise<void> => {
      await open()
      await clear(folder, clock().getTime() - WEEK)
      const [ending, content] =
        message.kind === 'mail'
          ? ['eml', (await composer.sendMail({ ...mailOptions(message, id, from), date: clock() })).message]
          : ['txt', `To: ${message.to}\n\n${message.text}\n`]
      // ISO basic format, valid on every file system.
      const time = clock().toISOString().replace(/[-:]/g, '')
      await writeFile(join(folder, `${time}-${id}.${ending}`), content, { mode: 0o600, flag: 'wx' })
    },
    probe: open,
  }
}

async function clear(folder: string, before: number) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const modified = (await stat(path).catch(() => null))?.mtimeMs
    if (/\.(eml|txt)$/.test(name) && modified !== undefined && modified < before) await removeFile(path)
  }
}
