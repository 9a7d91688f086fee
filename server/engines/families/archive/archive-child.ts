import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import type { Report } from '../../kernel/protocol.ts'
import { plural, sentence } from '../../kernel/sentence.ts'
import { pickPages, writePages } from '../comic/pick-pages.ts'
import { arrange } from './arrange.ts'
import { emptyArchive } from './failures.ts'
import type { ArchiveTarget } from './formats.ts'
import { ArchiveLosses } from './losses.ts'
import { type ArchiveBounds, readArchive, type Unpacked } from './read-archive.ts'
import { runSevenZip } from './seven-zip.ts'
import { writeArchive } from './write-archive.ts'
import type { NameEncoding } from './zip-names.ts'

export interface ArchiveRequest {
  /** Names in `in` and `out`. */
  input: string
  output: string
  format: string
  target: ArchiveTarget
  password: string
  encoding: NameEncoding
  bounds: ArchiveBounds
  /** Keeps only a comic's images: as CBZ, or as separate files. */
  comic?: 'cbz' | 'pages'
}

await serve<ArchiveRequest>({
  async warm() {
    // Archives store local times without a zone; reading and writing in UTC preserves them.
    process.env.TZ = 'UTC'
    await runSevenZip(['i'])
  },

  async run(request, report) {
    const losses = new ArchiveLosses()
    const unpacked = await read(request, report)
    sayNames(unpacked, request.format, losses)
    if (unpacked.wasEncrypted) losses.add('unprotected')
    const members = arrange(unpacked.entries, losses, new Date())
    if (members.length === 0) throw emptyArchive()
    const picked = request.comic ? pickPages(members) : null
    for (const warning of picked?.warnings ?? []) losses.say(warning)
    if (picked && request.comic === 'pages')
      return { files: writePages(picked), warnings: losses.sentences() }
    report(sentence`Packing`, 0.5)
    const kept = picked ? [...picked.pages, ...(picked.info ? [picked.info] : [])] : members
    await writeArchive(kept, request.target, request.output)
    const entries = picked ? picked.pages.length : kept.filter(({ kind }) => kind !== 'folder').length
    return { files: [request.output], entries, warnings: losses.sentences() }
  },
})

async function read(request: ArchiveRequest, report: Report): Promise<Unpacked> {
  report(sentence`Unpacking`, null)
  const { input, format, password, encoding, bounds } = request
  return readArchive({ path: join('in', input), format, password, encoding }, bounds)
}

/** Warns about the encoding used for names without a stated one; UTF-8 is unambiguous. */
function sayNames({ names }: Unpacked, format: string, losses: ArchiveLosses): void {
  if (!names || names.encoding === 'utf-8') return
  const labels = { cp437: 'CP437', shift_jis: 'Shift-JIS', 'windows-1252': 'Windows-1252' }
  const label = labels[names.encoding as keyof typeof labels] ?? names.encoding
  const count = plural(names.count, '# name does', '# names do')
  losses.say(
    format === 'zip'
      ? sentence`${count} not state an encoding, and ${label} was used. Choose another encoding in the options if letters look wrong.`
      : sentence`${count} not state an encoding, and ${label} was used.`,
  )
}
