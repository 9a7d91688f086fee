import type { DemoFile } from './files.ts'
import { demoImages } from './images.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

const DAY = 86_400_000

/**
 * Fills the storage and shares some of it: uploads, results that were kept, links of every kind.
 */
export async function storeAndShare(visit: Visit, conversions: readonly string[]): Promise<void> {
  const drawn = await demoImages()
  const uploads: Pick<DemoFile, 'name' | 'content'>[] = [
    ...Object.entries(drawn).map(([name, content]) => ({ name, content })),
    ...Object.entries(TEXTS).map(([name, text]) => ({ name, content: Buffer.from(text) })),
    { name: 'Tide readings 2026.dat', content: Buffer.alloc(180_000, 'tide ') },
  ]
  const ids = new Map<string, string>()
  for (const file of uploads) ids.set(file.name, await visit.store(file))
  for (const id of conversions.slice(0, 12)) await visit.keepOutput(id)

  const [dusk, plan, lease] = [
    'Harbour at dusk.jpg',
    'Floor plan, first floor.png',
    'Lease, 14 Harbour Row.md',
  ].map((name) => ids.get(name))
  const soon = new Date(Date.now() + 5 * DAY).toISOString()
  const open = await visit.share({
    file_id: dusk,
    name: 'The harbour at dusk',
    message: 'As promised, from last night.',
  })
  await visit.share({ file_id: plan, expires_at: soon, max_downloads: 10, notify: true })
  await visit.share({ file_id: lease, password: 'harbour row', email_gate: 'ask' })
  const revoked = await visit.share({ file_id: dusk, name: 'An older link' })
  await visit.revoke(revoked)
  await visit.beRead(open, [
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'curl/8.14',
  ])
}
