import { screen, waitFor, within } from '@testing-library/react'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'

const { open, signIn, db } = withApp()
const SECRET = `whsec_${btoa('a key of exactly 32 bytes, yes!!')}`
const BODY = '{"id":"evt_1","type":"file.created"}'

const field = (name: string) => screen.findByRole('textbox', { name })
const result = async () => within(await screen.findByRole('region', { name: 'Result' }))
/** The result for a part. */
const resultOf = async (part: string) =>
  (await (await result()).findByText(part)).closest('div')?.querySelector('dd')?.textContent ?? ''

describe('verifying a signature', () => {
  it('matches what was signed, and says which part does not once it is changed', async () => {
    signIn()
    const asked = vi.spyOn(globalThis, 'fetch')
    const { user } = open('/webhooks/verify')
    const at = new Date()
    const paste = async (name: string, text: string) => {
      const one = await field(name)
      await user.clear(one)
      await user.click(one)
      await user.paste(text)
    }
    await paste('Body', BODY)
    await paste('Secret', SECRET)
    await paste(
      'Headers',
      [
        'webhook-id: evt_1',
        `webhook-timestamp: ${Math.floor(at.getTime() / 1000)}`,
        `webhook-signature: ${new Webhook(SECRET).sign('evt_1', at, BODY)}`,
      ].join('\n'),
    )
    await waitFor(async () => expect(await resultOf('Signature')).toBe('The signature matches.'))
    await paste('Body', JSON.stringify(JSON.parse(BODY), null, 2))
    await waitFor(async () =>
      expect(await resultOf('Body')).toMatch(/^The body was parsed and reserialized as JSON/),
    )
    expect(await resultOf('Signature')).toMatch(/^The signature doesn’t match because the body differs/)
    await paste('Body', BODY)
    await paste('Secret', SECRET.slice(0, -8))
    await waitFor(async () => expect(await resultOf('Secret')).toMatch(/^A secret has 32 bytes/))
    await paste('Secret', SECRET)
    await paste('Signature computed by your code', 'v1,AAAA')
    await waitFor(async () => expect(await resultOf('Your code')).toMatch(/^No common mistake/))
    expect(JSON.stringify(asked.mock.calls)).not.toContain(SECRET.slice(6, 20))
    asked.mockRestore()
  })

  it('begins with the request of a delivery, and knows then that it is the secret', async () => {
    signIn()
    const one = db.webhooks.deliveries.find(({ status }) => status === 'succeeded')!
    const { user } = open(`/webhooks/verify?webhook=${one.webhookId}&delivery=${one.id}`)
    expect(await field('Body')).toHaveValue(one.event.body)
    await user.click(await field('Secret'))
    await user.paste(SECRET)
    await waitFor(async () => expect(await resultOf('Signature')).toMatch(/signed with a different secret/))
    expect(await resultOf('Body')).toBe('Same as sent.')
  })

  it('has code for each language, to copy', async () => {
    signIn()
    const { user } = open('/webhooks/verify')
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    for (const [name, part] of [
      ['Python', 'hmac.compare_digest'],
      ['Go', 'hmac.Equal'],
      ['PHP', 'hash_equals'],
      ['Ruby', 'OpenSSL.secure_compare'],
      ['Java', 'MessageDigest.isEqual'],
      ['curl', 'openssl dgst'],
      ['Node', 'timingSafeEqual'],
    ] as const) {
      await user.click(await screen.findByRole('tab', { name }))
      expect(screen.getByRole('group', { name: `Code for ${name}` })).toHaveTextContent(part)
      await user.click(screen.getByRole('button', { name: `Copy code for ${name}` }))
      expect(copied).toHaveBeenLastCalledWith(expect.stringContaining(part))
    }
  })
})
