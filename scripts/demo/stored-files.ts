import type { DemoFile } from './files.ts'
import { pictures } from './pictures.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

const DAY = 86_400_000

/** Fills the storage and shares some of it: uploads, results that were kept, links of every kind. */
export async function storeAndShare(visit: Visit, conversions: readonly string[]): Promise<void> {
  const drawn = await pictures()
  const uploads: Pick<DemoFile, 'name' | 'content'>[] = [
    ...Object.entries(drawn).map(([name, content]) => ({ name, content })),
    ...Object.entries(TEXTS).map(([name, text]) => ({ name, content: Buffer.from(text) })),
    { name: 'Tide readings 2026.dat', content: Buffer.alloc(180_000, 'tide ') },
  ]
  const files: string[] = []
  for (const file of uploads) files.push(await visit.store(file))
  for (const id of conversions.slice(0, 12)) files.push(...(await visit.keepOutput(id)))

  const [dusk, plan, lease] = files as [string, string, string]
  const soon = new Date(Date.now() + 5 * DAY).toISOString()
  await visit.share({ file_id: dusk, name: 'The harbour at dusk', message: 'As promised, from last night.' })
  await visit.share({ file_id: plan, expires_at: soon, max_downloads: 10, notify: true })
  await visit.share({ file_id: lease, password: 'harbour row', email_gate: 'ask' })
  const revoked = await visit.share({ file_id: dusk, name: 'An older link' })
  await visit.revoke(revoked)
}
