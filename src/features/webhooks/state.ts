import type { Webhook } from '../../api/webhooks.ts'

export type WebhookState = 'active' | 'failing' | 'disabled'

export const WEBHOOK_STATES: readonly WebhookState[] = ['active', 'failing', 'disabled']

/** A webhook whose last attempt failed still receives events; a disabled one does not. */
export const stateOf = ({ is_active, failing_since }: Webhook): WebhookState =>
  !is_active ? 'disabled' : failing_since === null ? 'active' : 'failing'

/** Omits `https`, but not `http`. */
export const shortUrl = (url: string): string => url.replace(/^https:\/\//i, '').replace(/\/$/, '')

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** Rounded down, so that it never shows 100% falsely: 0.9996 → 0.999. */
export const shareDown = (share: number): number => Math.floor(share * 1000) / 1000

/** The totals of several webhooks. */
export function sumOf(webhooks: readonly Webhook[]) {
  const sum = (name: 'succeeded' | 'failed' | 'pending') =>
    webhooks.reduce((total, { stats }) => total + stats[name], 0)
  const slowest = webhooks.reduce<Webhook | null>(
    (most, one) => ((one.stats.median_ms ?? -1) > (most?.stats.median_ms ?? -1) ? one : most),
    null,
  )
  return { succeeded: sum('succeeded'), failed: sum('failed'), pending: sum('pending'), slowest }
}
