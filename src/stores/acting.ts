import { create } from 'zustand'
import { actingHeaders } from '../lib/acting-headers.ts'

/** This tab's choice. A reload keeps it, and so does a copy of the tab. */
const HERE = 'acting-for'
/** The choice that was made last in any tab: a new tab begins with it. */
const LAST = 'acting-for-last'
/** The businesses that were used last, the newest first. */
const RECENT = 'recent-businesses'
const MOST_RECENT = 5

/** Storage may be forbidden; then a choice lasts as long as the page. */
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

/** The parameter with which every address of a business's pages says whose page it is. */
export const BUSINESS_PARAM = 'business'
/** The business that an address is of, where it says one. */
export const businessIn = (search: string): string | null =>
  asId(new URLSearchParams(search).get(BUSINESS_PARAM))

interface Acting {
  /** `biz_…` of the business that this tab acts for; null: the person themselves. */
  id: string | null
  recent: readonly string[]
  /**
   * Key of the place in the history that a switch leaves: its page belongs to the account from
   * before.
   */
  leaving: string | null
}

export const useActing = create<Acting>(() => ({
  id: businessIn(globalThis.location?.search ?? '') ?? asId(read(tab, HERE) ?? read(browser, LAST)),
  recent: asIds(read(browser, RECENT)),
  leaving: null,
}))

/**
 * Chooses for whom this tab acts. What the page holds of another owner is its caller's to forget.
 */
export function actFor(id: string | null): void {
  const recent = useActing.getState().recent.filter((one) => one !== id)
  const next = id === null ? recent : [id, ...recent].slice(0, MOST_RECENT)
  write(tab, HERE, id ?? '')
  write(browser, LAST, id ?? '')
  write(browser, RECENT, next.join(','))
  useActing.setState({ id, recent: next })
}

/**
 * For a request that is kept: it goes on for the business it was begun for, also after the tab has
 * switched.
 */
export const headersNow = (): Record<string, string> => actingHeaders(useActing.getState().id)

/**
 * What a page keeps of an owner outside the query cache: a switch forgets it, and asks first where
 * there is any.
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

/** When somebody signs out: who comes next acts for themselves. */
export function forgetActing(): void {
  for (const storage of [tab, browser]) for (const key of [HERE, LAST, RECENT]) write(storage, key, '')
  useActing.setState({ id: null, recent: [], leaving: null })
}
