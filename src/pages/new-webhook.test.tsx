import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { EVENT_TYPES } from '../../contract/events.ts'
import { withApp } from '../../tests/component/app.tsx'

/** Test events are sent to the tested webhook; they cannot be subscribed to. */
const ALL = EVENT_TYPES.length - 1
const { open, signIn, db } = withApp()
const newest = () => db.webhooks.webhooks.at(-1)!
const url = () => screen.findByRole('textbox', { name: 'Endpoint URL' })
const asked = (spy: { mock: { calls: unknown[][] } }, path: string) =>
  spy.mock.calls.filter(([to]) => String(to).endsWith(path)).length

describe('creating a webhook', () => {
  it('says while one types what would be refused, and what would not', async () => {
    signIn()
    const { user } = open('/webhooks/new')
    const field = await url()
    await user.type(field, 'http://127.0.0.1/hook')
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(
        '127.0.0.1 is not an address of the public internet. Webhooks cannot be sent to it.',
      ),
    )
    expect(field).toBeInvalid()
    await user.clear(field)
    await user.type(field, 'https://user:word@a.example/')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/without a user name or password/))
    await user.clear(field)
    await user.type(field, 'https://a.example/in')
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('This URL is valid. Nothing has been sent to it yet.'),
    )
    expect(field).toBeValid()
  })

  it('knows a secret in the wrong field, and sends it nowhere', async () => {
    signIn()
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { user } = open('/webhooks/new')
    const field = await url()
    await user.click(field)
    await user.paste(' whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    expect(field).toHaveAccessibleDescription(
      /^This is a signing secret, not a URL, and it was not submitted\./,
    )
    await user.click(screen.getByRole('checkbox', { name: 'conversion.failed' }))
    await user.click(screen.getByRole('button', { name: /^Create webhook/ }))
    expect(field).toHaveFocus()
    expect(JSON.stringify(fetched.mock.calls)).not.toContain('whsec_')
    expect(asked(fetched, '/check-url/')).toBe(0)
    fetched.mockRestore()
  })

  it('picks events by group and by search, with a sample of the one that has the focus', async () => {
    signIn()
    const { user } = open('/webhooks/new')
    const group = await screen.findByRole('checkbox', { name: 'All events in Conversions' })
    await user.click(group)
    expect(screen.getByText(`3 of ${ALL}`)).toBeInTheDocument()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const failed = screen.getByRole('checkbox', { name: 'conversion.failed' })
    expect(failed).toHaveFocus()
    const sample = within(screen.getByRole('region', { name: 'Sample' }))
    expect(sample.getByRole('group', { name: 'Sample payload' })).toHaveTextContent(
      '"type": "conversion.failed"',
    )
    await user.keyboard(' ')
    expect(failed).not.toBeChecked()
    expect(group).toBePartiallyChecked()
    await user.keyboard('{ArrowLeft}')
    expect(screen.queryByRole('checkbox', { name: 'conversion.failed' })).toBeNull()
    expect(group).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    await user.type(screen.getByRole('searchbox', { name: 'Search events' }), 'pipeline')
    await waitFor(() =>
      expect(screen.queryByRole('checkbox', { name: 'All events in Conversions' })).toBeNull(),
    )
    await user.click(screen.getByRole('checkbox', { name: 'pipeline.run.failed' }))
    await user.click(screen.getByRole('radio', { name: 'All events' }))
    expect(screen.getByText(`${ALL} of ${ALL}`)).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Selected' }))
    expect(screen.getByText(`3 of ${ALL}`)).toBeInTheDocument()
  })

  it('asks for what is missing before it sends', async () => {
    signIn()
    const before = db.webhooks.webhooks.length
    const { user } = open('/webhooks/new')
    const field = await url()
    await user.click(screen.getByRole('button', { name: /^Create webhook/ }))
    expect(field).toHaveAccessibleDescription('Enter the URL of your receiver.')
    expect(field).toHaveFocus()
    expect(screen.getByText('Select at least one event.')).toBeInTheDocument()
    expect(db.webhooks.webhooks).toHaveLength(before)
  })

  it('shows the secret once, and how the receiver answers a test', async () => {
    signIn()
    const { user, router } = open('/webhooks/new')
    await user.type(await url(), 'https://a.example/in')
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Production')
    await user.click(screen.getByRole('button', { name: 'Add header' }))
    await user.type(screen.getByRole('textbox', { name: 'Name of header 1' }), 'X-Gateway')
    await user.type(screen.getByRole('textbox', { name: 'Value of header 1' }), 'open sesame')
    await user.click(screen.getByRole('checkbox', { name: 'All events in Conversions' }))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(newest().secret)).toBeInTheDocument()
    expect(newest()).toMatchObject({
      url: 'https://a.example/in',
      events: ['conversion.*'],
      description: 'Production',
      headerNames: ['X-Gateway'],
    })
    const leave = screen.getByRole('button', { name: 'Open webhook' })
    expect(leave).toHaveAttribute('aria-disabled', 'true')
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy secret' }))
    expect(copied).toHaveBeenCalledWith(newest().secret)
    await user.click(screen.getByRole('button', { name: 'Send test event' }))
    expect(await screen.findByText('HTTP 200')).toBeInTheDocument()
    expect(screen.getByRole('group', { name: 'Response body' })).toHaveTextContent('{"received":true}')
    await user.click(screen.getByRole('checkbox', { name: 'I’ve saved the secret' }))
    await user.click(screen.getByRole('link', { name: 'Open webhook' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/webhooks/${newest().id}`))
    expect(await screen.findByRole('table', { name: 'Deliveries' })).toBeInTheDocument()
    expect(screen.queryByText(newest().secret)).toBeNull()
  })

  it('says what a failing receiver answered', async () => {
    signIn()
    const { user } = open('/webhooks/new')
    await user.type(await url(), 'https://a.example/fail')
    await user.click(screen.getByRole('radio', { name: 'All events' }))
    await user.click(screen.getByRole('button', { name: /^Create webhook/ }))
    await user.click(await screen.findByRole('button', { name: 'Send test event' }))
    expect(await screen.findByText('HTTP 500')).toBeInTheDocument()
    expect(screen.getByText(/^The receiver answered 500/)).toBeInTheDocument()
    // Shown as text, because the response is untrusted HTML.
    expect(screen.getByRole('group', { name: 'Response body' })).toHaveTextContent(
      '<script>alert(1)</script>',
    )
  })
})
