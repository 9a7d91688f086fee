import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { MANIFEST, Manifest, OBJECTS, StoredObject } from './manifest.ts'
import type { BackupStore } from './store.ts'

/** The complete snapshots of a folder, oldest first. An unfinished snapshot has no manifest. */
export async function readSnapshots(store: BackupStore): Promise<{ name: string; manifest: Manifest }[]> {
  const snapshots: { name: string; manifest: Manifest }[] = []
  for (const file of await store.list('snapshots')) {
    const [, name, what] = file.split('/')
    if (!name || what !== MANIFEST) continue
    const chunks: Buffer[] = []
    for await (const chunk of await store.read(file)) chunks.push(chunk)
    const manifest = Manifest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    snapshots.push({ name, manifest })
  }
  return snapshots
}

/** The objects of a snapshot, ordered by key. */
export async function* readObjects(store: BackupStore, folder: string): AsyncGenerator<StoredObject> {
  const content = (await store.read(`${folder}/${OBJECTS}`)).pipe(createGunzip())
  for await (const line of createInterface({ input: content })) yield StoredObject.parse(JSON.parse(line))
}
