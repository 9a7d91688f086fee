import type { EmailGate, Share } from '../../../api/shares.ts'

/** When a link expires: in so many days, on a date, as before, or never. */
export type ExpiryChoice = '1' | '7' | '30' | 'date' | 'kept' | 'never'

/** A link's settings while editing. */
export interface Settings {
  name: string
  message: string
  expiry: ExpiryChoice
  /** "2026-11-29", the last day. */
  date: string
  /** Its previous expiry, when editing. */
  endsAt: string | null
  /** The download limit; empty for unlimited. */
  downloads: string
  protected: boolean
  /** Empty to keep the current one. */
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

/** Errors by field, without those that only the server can find. */
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

/** Whether a password is required: a link keeps its current one until another is entered. */
const asksForPassword = ({ protected: on, hasPassword, password }: Settings) =>
  on && (!hasPassword || password !== '')

/** The last day is included. */
const endOf = (date: string): number => Date.parse(`${date}T23:59:59`)

/** The expiry as an instant, or null for never. */
export function expiresAt({ expiry, date, endsAt }: Settings, now = new Date()): string | null {
  if (expiry === 'never') return null
  if (expiry === 'kept') return endsAt
  const at = expiry === 'date' ? endOf(date) : now.getTime() + Number(expiry) * DAY
  return new Date(at).toISOString()
}

/** The request body, for a new link and for a change. */
export function bodyOf(settings: Settings, now = new Date()) {
  const { name, message, expiry, downloads, gate, preview, notify, hasPassword } = settings
  const password = !settings.protected
    ? hasPassword && { password: null }
    : settings.password !== '' && { password: settings.password }
  return {
    name: name.trim(),
    message: message.trim(),
    // An expiry in the past that is unchanged is not sent.
    ...(expiry !== 'kept' && { expires_at: expiresAt(settings, now) }),
    max_downloads: downloads.trim() === '' ? null : Number(downloads),
    ...(password || {}),
    email_gate: gate,
    allow_preview: preview,
    notify,
  }
}

/** 32 unambiguous letters and digits, so that five random bits select one. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve characters in groups of four: 60 bits, short enough to read out on the phone. */
export function newPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length])
  return [0, 4, 8].map((from) => letters.slice(from, from + 4).join('')).join('-')
}
