import { createStore, del, entries, promisifyRequest } from 'idb-keyval'
import type { Bytes, StoredList } from './stored-list.ts'

/** Lists are stored under `list:` and their tab, bytes under `bytes:`, tab and file. */
const store = createStore('filewright-convert-drafts', 'drafts')

const listKey = (tab: string) => `list:${tab}`
const bytesKey = (tab: string, id: string) => `bytes:${tab}:${id}`

/** Older lists are deleted. */
const MOST_AGE_MS = 7 * 86_400_000

/** Putting hundreds of files in one task blocks the page. */
const PUT_AT_ONCE = 40

/** Writes a list and its changed bytes in one transaction. @throws if the quota is exceeded */
export async function writeDraft(
  tab: string,
  list: StoredList,
  added: ReadonlyMap<string, Bytes>,
  removed: Iterable<string>,
): Promise<void> {
  await store('readwrite', async (drafts) => {
    if (list.files.length > 0) drafts.put(list, listKey(tab))
    else drafts.delete(listKey(tab))
    let count = 0
    for (const [id, bytes] of added) {
      const put = drafts.put(bytes, bytesKey(tab, id))
      count += 1
      if (count % PUT_AT_ONCE === 0) await promisifyRequest(put)
    }
    for (const id of removed) drafts.delete(bytesKey(tab, id))
    return promisifyRequest(drafts.transaction)
  })
}

export interface FoundDraft {
  tab: string
  list: StoredList
  bytes: Map<string, Bytes>
}

/** Reads every list of this browser, and deletes lists that are too old and orphaned bytes. */
export async function readDrafts(now = Date.now()): Promise<FoundDraft[]> {
  const all = new Map(await entries<string, unknown>(store))
  const found: FoundDraft[] = []
  const wanted = new Set<string>()
  for (const [key, value] of all) {
    if (!key.startsWith('list:') || !isList(value) || now - value.at > MOST_AGE_MS) continue
    const tab = key.slice('list:'.length)
    const bytes = new Map<string, Bytes>()
    for (const [other, content] of all)
      if (other.startsWith(`bytes:${tab}:`) && isBytes(content)) {
        bytes.set(other.slice(`bytes:${tab}:`.length), content)
        wanted.add(other)
      }
    wanted.add(key)
    found.push({ tab, list: value, bytes })
  }
  await Promise.all([...all.keys()].filter((key) => !wanted.has(key)).map((key) => del(key, store)))
  return found
}

/** Deletes a tab's list with its bytes. */
export async function deleteDraft(tab: string): Promise<void> {
  const keys = (await entries<string, unknown>(store)).map(([key]) => key)
  await store('readwrite', (drafts) => {
    for (const key of keys) if (key === listKey(tab) || key.startsWith(`bytes:${tab}:`)) drafts.delete(key)
    return promisifyRequest(drafts.transaction)
  })
}

const isList = (value: unknown): value is StoredList =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  'files' in value &&
  Array.isArray(value.files) &&
  'at' in value &&
  typeof value.at === 'number'

const isBytes = (value: unknown): value is Bytes =>
  value instanceof Blob ||
  (typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle)
