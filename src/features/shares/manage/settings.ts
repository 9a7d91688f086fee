import type { EmailGate, Share } from '../../../api/shares.ts'

/** When a link ends: so many days from now, on a date, as it did before, or never. */
export type ExpiryChoice = '1' | '7' | '30' | 'date' | 'kept' | 'never'

/** A link's settings while they are typed. */
export interface Settings {
  name: string
  message: string
  expiry: ExpiryChoice
  /** "2026-11-29", the last day. */
  date: string
  /** What it ended at before, where it is changed. */
  endsAt: string | null
  /** How often it may be downloaded; empty for as often as one likes. */
  downloads: string
  protected: boolean
  /** Empty where the link keeps the one that it has. */
  password: string
  hasPassword: boolean
  gate: EmailGate
  preview: boolean
  notify: boolean
}

export const newSettings = (name: string): Settings => ({
  name,
  message: '',
  expiry: '7',
  date: '',
  endsAt: null,
  downloads: '',
  protected: false,
  password: '',
  hasPassword: false,
  gate: 'none',
  preview: true,
  notify: false,
})

export const settingsOf = (share: Share): Settings => ({
  name: share.name,
  message: share.message,
  expiry: share.expires_at === null ? 'never' : 'kept',
  date: '',
  endsAt: share.expires_at,
  downloads: share.max_downloads === null ? '' : String(share.max_downloads),
  protected: share.has_password,
  password: '',
  hasPassword: share.has_password,
  gate: share.email_gate,
  preview: share.allow_preview,
  notify: share.notify,
})

export const LEAST_PASSWORD = 4
export const MOST_DOWNLOADS = 1_000_000
const DAY = 86_400_000

/** What is wrong with them, by field; nothing of what the service alone can know. */
export interface Wrong {
  name?: true
  date?: true
  downloads?: true
  password?: true
}

export function wrongOf(settings: Settings, now = new Date()): Wrong {
  const { name, expiry, downloads } = settings
  const count = Number(downloads)
  const counted = /^\d*$/.test(downloads.trim()) && count <= MOST_DOWNLOADS
  return {
    ...(name.trim() === '' && { name: true }),
    ...(expiry === 'date' && !(endOf(settings.date) > now.getTime()) && { date: true }),
    ...(downloads.trim() !== '' && !(counted && count >= 1) && { downloads: true }),
    ...(asksForPassword(settings) && settings.password.length < LEAST_PASSWORD && { password: true }),
  }
}

/** Whether a password has to be typed: a link that has one keeps it until another is given. */
const asksForPassword = ({ protected: on, hasPassword, password }: Settings) =>
  on && (!hasPassword || password !== '')

/** The whole of its last day is still good. */
const endOf = (date: string): number => Date.parse(`${date}T23:59:59`)

/** When it ends: an instant, or null for never. */
export function expiresAt({ expiry, date, endsAt }: Settings, now = new Date()): string | null {
  if (expiry === 'never') return null
  if (expiry === 'kept') return endsAt
  const at = expiry === 'date' ? endOf(date) : now.getTime() + Number(expiry) * DAY
  return new Date(at).toISOString()
}

/** As the service takes them, for a new link and for one that is changed alike. */
export function bodyOf(settings: Settings, now = new Date()) {
  const { name, message, expiry, downloads, gate, preview, notify, hasPassword } = settings
  const password = !settings.protected
    ? hasPassword && { password: null }
    : settings.password !== '' && { password: settings.password }
  return {
    name: name.trim(),
    message: message.trim(),
    // One that has ended already and stays so is no new end.
    ...(expiry !== 'kept' && { expires_at: expiresAt(settings, now) }),
    max_downloads: downloads.trim() === '' ? null : Number(downloads),
    ...(password || {}),
    email_gate: gate,
    allow_preview: preview,
    notify,
  }
}

/**
 * 32 letters and digits that cannot be taken for one another, so that five random bits choose one.
 */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve of them in fours: 60 bits, short enough to be told over the telephone. */
export function newPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length])
  return [0, 4, 8].map((from) => letters.slice(from, from + 4).join('')).join('-')
}
