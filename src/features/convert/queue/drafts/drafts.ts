import { sessionQuery } from '../../../../api/account.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { addRestored } from '../add-files.ts'
import { fetchAddress } from '../add-stored.ts'
import { allFiles, type ConvertFile, useFiles } from '../files.ts'
import { deleteDraft, type FoundDraft, readDrafts, writeDraft } from './draft-store.ts'
import { keepLeft, takeLeft } from './left-list.ts'
import { draftOwner, VISITOR } from './owner.ts'
import {
  type Bytes,
  isQueued,
  ownFiles,
  restoredFile,
  type StoredList,
  storedDraftFile,
  withinRoom,
} from './stored-list.ts'
import { isOpen, ownTab } from './tab.ts'

/** The share of the free quota that is used, and the absolute limit. */
const SHARE_OF_FREE = 0.3
const MOST_BYTES = 500_000_000
/** Delay that combines changes into one write. */
const REST_MS = 250

/** Files whose bytes are in the database. */
let written = new Set<string>()
/** Files that could not be stored: leaving the page loses them. */
let lost = new Set<string>()
let pending = false
let timer: ReturnType<typeof setTimeout> | undefined
let writing: Promise<void> = Promise.resolve()

let started = false

/** Restores the list of this tab, or of a closed one; then stores every change of the list. */
export async function startDrafts(): Promise<number> {
  if (started) return 0
  started = true
  await queryClient.ensureQueryData(sessionQuery).catch(() => null)
  const count = await restore().catch(() => 0)
  useFiles.subscribe(({ files }, { files: before }) => {
    if (files !== before) plan()
  })
  addEventListener('beforeunload', (event) => {
    if (isUnsafe()) event.preventDefault()
  })
  addEventListener('pagehide', () => {
    const owner = draftOwner()
    if (pending && owner !== null) keepLeft(listOf(owner))
  })
  plan()
  return count
}

/** Whether leaving the page would lose files. */
const isUnsafe = (): boolean =>
  ownFiles(allFiles().filter(isQueued)).some(({ id }) => lost.has(id) || (pending && !written.has(id)))

function plan(): void {
  pending = true
  clearTimeout(timer)
  // An empty list is deleted immediately, because the user may be signing out.
  timer = setTimeout(() => void keep(), allFiles().length === 0 ? 0 : REST_MS)
}

function keep(): Promise<void> {
  writing = writing.then(write, write)
  return writing
}

async function write(): Promise<void> {
  const owner = draftOwner()
  const queued = allFiles().filter(isQueued)
  if (owner === null && queued.length > 0) return
  const tab = await ownTab()
  const files = ownFiles(queued)
  const inRoom = withinRoom(files, await room(files))
  const added = new Map<string, Bytes>()
  for (const { id, file } of files) {
    const bytes = file && (inRoom.has(id) ? file : handleOf(file))
    if (bytes && !written.has(id)) added.set(id, bytes)
  }
  const ids = new Set(files.map(({ id }) => id))
  const removed = [...written].filter((id) => !ids.has(id))
  try {
    await writeDraft(tab, listOf(owner ?? VISITOR), added, removed)
    written = new Set([...written, ...added.keys()].filter((id) => ids.has(id)))
  } catch {
    // The quota is exceeded, or there is no database: nothing new is stored.
  }
  lost = new Set(files.filter(({ id }) => !written.has(id)).map(({ id }) => id))
  pending = false
}

const listOf = (owner: string): StoredList => ({
  owner,
  at: Date.now(),
  files: allFiles().filter(isQueued).map(storedDraftFile),
})

async function room(files: readonly ConvertFile[]): Promise<number> {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {}
  const kept = files.filter(({ id }) => written.has(id)).reduce((sum, { size }) => sum + size, 0)
  return Math.min(MOST_BYTES, SHARE_OF_FREE * Math.max(0, quota - usage) + kept)
}

/** Some browsers provide a handle to a dropped file. */
function handleOf(file: File): FileSystemFileHandle | null {
  const handle: unknown = 'handle' in file ? file.handle : null
  return typeof FileSystemFileHandle === 'function' && handle instanceof FileSystemFileHandle ? handle : null
}

/** Resolves to the number of restored files. */
async function restore(): Promise<number> {
  const owner = draftOwner()
  if (owner === null || allFiles().length > 0) return 0
  const tab = await ownTab()
  const drafts = await readDrafts()
  // A guest's list is transferred to the account that they signed in to.
  const mine = drafts.filter(({ list }) => list.owner === owner || list.owner === VISITOR)
  const draft = mine.find((one) => one.tab === tab) ?? (await newestLeft(mine))
  if (!draft) return 0
  const left = takeLeft()
  const isNewer =
    left !== null && draft.tab === tab && left.owner === draft.list.owner && left.at >= draft.list.at
  const files = (isNewer ? left : draft.list).files.map((kept) => restoredFile(kept, draft.bytes))
  // Other lists are written again under this tab's name.
  if (draft.tab === tab) written = new Set(draft.bytes.keys())
  else await deleteDraft(draft.tab)
  await addRestored(files)
  for (const { id, url, s3Key } of files) if (url && !s3Key) void fetchAddress(id)
  return files.length
}

/** The newest list of a closed tab. */
async function newestLeft(drafts: readonly FoundDraft[]): Promise<FoundDraft | undefined> {
  const closed: FoundDraft[] = []
  for (const draft of drafts) if (!(await isOpen(draft.tab))) closed.push(draft)
  return closed.sort((a, b) => b.list.at - a.list.at)[0]
}

/** Deletes this tab's list from the browser, on sign-out and account switch. */
export async function forgetDrafts(owner: string | null): Promise<void> {
  clearTimeout(timer)
  await writing
  const drafts = await readDrafts()
  const tab = await ownTab()
  await Promise.all(
    drafts
      .filter((draft) => draft.tab === tab || draft.list.owner === owner)
      .map((draft) => deleteDraft(draft.tab)),
  )
  written = new Set()
}
