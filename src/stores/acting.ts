import { create } from 'zustand'
import { actingHeaders } from '../lib/acting-headers.ts'

/** This tab's choice. It survives a reload and is copied with the tab. */
const HERE = 'acting-for'
/** The last choice in any tab: the default of a new tab. */
const LAST = 'acting-for-last'
/** The most recently used businesses, newest first. */
const RECENT = 'recent-businesses'
const MOST_RECENT = 5

/** Storage may be blocked; then a choice lasts as long as the page. */
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {}
}

const tab = () => sessionStorage
const browser = () => localStorage
const asId = (text: string | null) => (text && /^biz_[a-z0-9]{16}$/.test(text) ? text : null)
const asIds = (text: string | null) => (text ?? '').split(',').filter((id) => asId(id) !== null)

/** The URL parameter of business pages that names the business. */
export const BUSINESS_PARAM = 'business'
/** The business that a URL names, if any. */
export const businessIn = (search: string): string | null =>
  asId(new URLSearchParams(search).get(BUSINESS_PARAM))

interface Acting {
  /** `biz_…` of the business that this tab acts for; null: the user's own account. */
  id: string | null
  recent: readonly string[]
  /** Key of the history entry that a switch leaves: its page belongs to the previous account. */
  leaving: string | null
}

export const useActing = create<Acting>(() => ({
  id: businessIn(globalThis.location?.search ?? '') ?? asId(read(tab, HERE) ?? read(browser, LAST)),
  recent: asIds(read(browser, RECENT)),
  leaving: null,
}))

/** Sets the account that this tab acts for. The caller clears the previous owner's data. */
export function actFor(id: string | null): void {
  const recent = useActing.getState().recent.filter((one) => one !== id)
  const next = id === null ? recent : [id, ...recent].slice(0, MOST_RECENT)
  write(tab, HERE, id ?? '')
  write(browser, LAST, id ?? '')
  write(browser, RECENT, next.join(','))
  useActing.setState({ id, recent: next })
}

/** For a queued request: it stays with its business after the tab switches. */
export const headersNow = (): Record<string, string> => actingHeaders(useActing.getState().id)

/**
 * Data of an owner outside the query cache: a switch clears it, after a confirmation if there is
 * any.
 */
interface Autosave {
  has: () => boolean
  forget: () => void
}
const autosaves = new Set<Autosave>()
export const addAutosave = (autosave: Autosave): void => void autosaves.add(autosave)
export const hasDrafts = (): boolean => [...autosaves].some(({ has }) => has())
export const discardDrafts = (): void => {
  for (const { forget } of autosaves) forget()
}

/** On sign-out: the next user acts for their own account. */
export function forgetActing(): void {
  for (const storage of [tab, browser]) for (const key of [HERE, LAST, RECENT]) write(storage, key, '')
  useActing.setState({ id: null, recent: [], leaving: null })
}
