import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { runMutation as run, use, wrapper } from '../../tests/component/run-mutation.tsx'
import { queryClient } from './query-client.ts'
import * as webhooks from './webhooks.ts'

const { signIn, db } = withApp()
beforeEach(() => signIn())

const cached = () =>
  JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )

describe('the secret of a webhook', () => {
  it('is in the answer to creating and rotating, and in no cache', async () => {
    const all = use(() => webhooks.useWebhooks())
    await waitFor(() => expect(all.current.data).toBeDefined())
    const body = { url: 'https://a.example/in', events: ['conversion.*'] }
    const made = await run(webhooks.useCreateWebhook, { body, key: 'one' })
    expect(made.secret).toMatch(/^whsec_/)
    await waitFor(() => expect(all.current.data?.results).toHaveLength(4))
    const one = use(() => webhooks.useWebhook(made.webhook_id))
    expect(one.current.data?.url).toBe('https://a.example/in')
    const rotated = await run(webhooks.useRotateSecret, { webhook_id: made.webhook_id, grace_hours: 2 })
    expect(rotated.secret).not.toBe(made.secret)
    await waitFor(() => expect(one.current.data?.previous_secret_expires_at).toBeTruthy())
    expect(cached()).not.toContain('whsec_')
  })
})

describe('what is done with deliveries', () => {
  it('is seen by the list, and followed until it has ended', async () => {
    const { id: webhook_id } = db.webhooks.webhooks.find(({ url }) => url.includes('orders'))!
    const list = use(() => webhooks.useDeliveries(webhook_id, {}))
    await waitFor(() => expect(list.current.data).toBeDefined())
    const { delivery_id } = await run(webhooks.useTestWebhook, { webhook_id })
    const one = use(() => webhooks.useDelivery(webhook_id, delivery_id))
    expect(one.current.data?.status).toBe('pending')
    await waitFor(() => expect(list.current.data?.rows[0]?.delivery_id).toBe(delivery_id))
    await waitFor(() => expect(one.current.data?.status).toBe('succeeded'))
  })

  it('is looked at again when it is due, and not after it has ended', () => {
    const at = Date.parse('2026-11-25T12:00:00Z')
    const due = (next_attempt_at: string | null, status = 'pending') =>
      webhooks.followDelivery({ status, next_attempt_at } as webhooks.Delivery, at)
    expect(due('2026-11-25T12:00:05Z')).toBe(5000)
    expect(due('2026-11-25T11:59:00Z')).toBe(1000)
    expect(due('2026-11-25T14:00:00Z')).toBe(15_000)
    expect(due(null)).toBe(1000)
    expect(due(null, 'succeeded')).toBe(false)
  })

  it('counts what recovering would send, and sends nothing', async () => {
    const { id } = db.webhooks.webhooks.find(({ url }) => url.includes('crm'))!
    const before = db.webhooks.deliveries.length
    const since = new Date(Date.now() - 20 * 86_400_000).toISOString()
    const count = use(() => webhooks.useRecoverCount(id, since))
    await waitFor(() => expect(count.current.data?.count).toBeGreaterThan(0))
    expect(db.webhooks.deliveries).toHaveLength(before)
  })
})

describe('the figures of a webhook', () => {
  it('are asked for less often where they are of many days', () => {
    expect([24, 168, 720].map(webhooks.statsEvery)).toEqual([15_000, 60_000, 60_000])
  })

  it('stay while those of other hours come, and are never those of another webhook', async () => {
    const [orders, crm] = ['orders', 'crm'].map(
      (part) => db.webhooks.webhooks.find(({ url }) => url.includes(part))!,
    )
    const { result, rerender } = renderHook(({ id, hours }) => webhooks.useWebhookStats(id, hours), {
      wrapper,
      initialProps: { id: orders!.id, hours: 24 },
    })
    await waitFor(() => expect(result.current.data?.hours).toBe(24))
    rerender({ id: orders!.id, hours: 48 })
    expect(result.current).toMatchObject({ isPlaceholderData: true, data: { hours: 24 } })
    await waitFor(() => expect(result.current.data?.hours).toBe(48))
    rerender({ id: crm!.id, hours: 48 })
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.data?.types).toEqual([]))
  })
})
