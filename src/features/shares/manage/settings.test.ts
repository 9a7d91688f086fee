import { expect, it } from 'vitest'
import { bodyOf, newPassword, newSettings, type Settings, settingsOf, wrongOf } from './settings.ts'

const NOW = new Date('2026-11-22T12:00:00')
const settings = (patch: Partial<Settings> = {}): Settings => ({ ...newSettings('note.md'), ...patch })

it('does for most links as it is: a week, and nothing asked for', () => {
  expect(wrongOf(settings(), NOW)).toEqual({})
  expect(bodyOf(settings(), NOW)).toEqual({
    name: 'note.md',
    message: '',
    expires_at: new Date('2026-11-29T12:00:00').toISOString(),
    max_downloads: null,
    email_gate: 'none',
    allow_preview: true,
    notify: false,
  })
})

it('opens until the end of the last day, which may be today', () => {
  const ends = (date: string) => bodyOf(settings({ expiry: 'date', date }), NOW).expires_at
  expect(ends('2026-11-22')).toBe(new Date('2026-11-22T23:59:59').toISOString())
  expect(wrongOf(settings({ expiry: 'date', date: '2026-11-22' }), NOW)).toEqual({})
  for (const date of ['', '2026-11-21', 'soon'])
    expect(wrongOf(settings({ expiry: 'date', date }), NOW)).toEqual({ date: true })
  expect(bodyOf(settings({ expiry: 'never' }), NOW).expires_at).toBeNull()
})

it('takes whole numbers of downloads, or none', () => {
  expect(bodyOf(settings({ downloads: ' 10 ' }), NOW).max_downloads).toBe(10)
  for (const downloads of ['0', '-1', '1.5', '1e3', 'many', '1000001'])
    expect(wrongOf(settings({ downloads }), NOW), downloads).toEqual({ downloads: true })
  expect(wrongOf(settings({ name: ' ' }), NOW)).toEqual({ name: true })
})

it('keeps a link’s password until another is set, or none', () => {
  expect(wrongOf(settings({ protected: true }), NOW)).toEqual({ password: true })
  expect(wrongOf(settings({ protected: true, password: 'abc' }), NOW)).toEqual({ password: true })
  expect(bodyOf(settings({ protected: true, password: 'abcd' }), NOW)).toMatchObject({ password: 'abcd' })
  const has = settings({ hasPassword: true, protected: true })
  expect(wrongOf(has, NOW)).toEqual({})
  expect(bodyOf(has, NOW)).not.toHaveProperty('password')
  expect(bodyOf({ ...has, protected: false }, NOW)).toMatchObject({ password: null })
  // A password that was entered and then disabled is not sent.
  expect(bodyOf(settings({ password: 'abcd' }), NOW)).not.toHaveProperty('password')
})

it('keeps the expiry of a link, also of an expired one', () => {
  const share = { name: 'note.md', message: '', expires_at: '2026-11-20T10:00:00.000Z', max_downloads: 4 }
  const locks = { has_password: false, email_gate: 'ask', allow_preview: false, notify: true } as const
  const kept = settingsOf({ ...share, ...locks } as Parameters<typeof settingsOf>[0])
  expect(wrongOf(kept, NOW)).toEqual({})
  expect(bodyOf(kept, NOW)).toEqual({
    name: 'note.md',
    message: '',
    max_downloads: 4,
    email_gate: 'ask',
    allow_preview: false,
    notify: true,
  })
})

it('generates passwords that can be read out over the phone, and never the same', () => {
  const made = Array.from({ length: 200 }, newPassword)
  for (const one of made) expect(one).toMatch(/^([a-km-z2-9]{4}-){2}[a-km-z2-9]{4}$/)
  expect(new Set(made).size).toBe(made.length)
})
