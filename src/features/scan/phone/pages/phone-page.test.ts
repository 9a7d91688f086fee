import { describe, expect, it } from 'vitest'
import type { ScanPage } from '../../../../api/public-scan.ts'
import { newPage, PLAIN } from '../queue/fake-world.ts'
import type { QueuedPage } from '../queue/queued-page.ts'
import { moved, phonePages } from './phone-page.ts'

const AT = '2026-11-28T10:00:00Z'
const NONE: ReadonlySet<string> = new Set()
const TURNED = { ...PLAIN, rotation: 180 as const }
const listed = (page_id: string, more: Partial<ScanPage> = {}): ScanPage => ({
  ...{ page_id, position: 1, state: 'ready', width: 3, height: 4, size_bytes: 5, settings: PLAIN },
  ...{
    version: 1,
    photo_version: 1,
    is_retake_requested: false,
    phone_id: null,
    changed_by: null,
    image_url: '',
  },
  ...{ changed_at: AT, created_at: AT },
  ...more,
})
const queued = (number: number, more: Partial<QueuedPage> = {}): QueuedPage => ({
  ...newPage(number),
  ...{ taken_at: number, sent_settings: null, version: null, step: 'photo', tries: 0 },
  ...{ failure: null, answered_at: null, removal: null },
  ...more,
})
const shown = (...given: Parameters<typeof phonePages>) =>
  phonePages(...given).map(({ page_id, number, state }) => `${number} ${page_id} ${state}`)

describe('the pages of a phone', () => {
  it('are those of the session, then those that wait here', () => {
    const session = {
      phones: [],
      pages: [listed('desk'), listed('other', { state: 'receiving' }), listed('page-01')],
    }
    const queue = [
      queued(1, { step: 'listed' }),
      queued(2),
      queued(3, { failure: 'file_too_large' }),
      queued(4, { token: 'of another session' }),
    ]
    const sending = { page_id: 'page-02', share: 0.62 }
    expect(shown(session, { pages: queue, saving: NONE, sending }, 'token')).toEqual([
      ...['1 desk sent', '2 other receiving', '3 page-01 sent', '4 page-02 sending', '5 page-03 failed'],
    ])
    const [, , , page] = phonePages(session, { pages: queue, saving: NONE, sending }, 'token')
    expect(page?.share).toBe(0.62)
  })

  it('wait once this phone has them in store', () => {
    const queue = { pages: [queued(1), queued(2), queued(3)], saving: new Set(['page-02', 'page-03']) }
    const sending = { page_id: 'page-03', share: 0 }
    expect(shown(null, { ...queue, sending }, 'token')).toEqual([
      ...['1 page-01 waiting', '2 page-02 saving', '3 page-03 sending'],
    ])
  })

  it('leave out what was deleted here, and number the rest', () => {
    const session = { phones: [], pages: [listed('a'), listed('b'), listed('page-01'), listed('page-02')] }
    const pages = [queued(1, { removal: 'wanted' }), queued(2, { removal: 'undone' })]
    expect(shown(session, { pages, saving: NONE, sending: null }, 'token', null, new Set(['a']))).toEqual([
      ...['1 b sent', '2 page-02 waiting'],
    ])
  })

  it('follow an order that was made here, with new ones behind', () => {
    const session = { phones: [], pages: [listed('a'), listed('b'), listed('c')] }
    const state = { pages: [queued(1)], saving: NONE, sending: null }
    expect(shown(session, state, 'token', ['page-01', 'c', 'a'])).toEqual([
      ...['1 page-01 waiting', '2 c sent', '3 a sent', '4 b sent'],
    ])
  })

  it('have the settings of this phone until the server has them, then those of the session', () => {
    const session = { phones: [], pages: [listed('page-01', { settings: TURNED })] }
    const settingsOf = (page: QueuedPage) =>
      phonePages(session, { pages: [page], saving: NONE, sending: null }, 'token')[0]?.settings
    expect(settingsOf(queued(1))).toEqual(PLAIN)
    expect(settingsOf(queued(1, { sent_settings: PLAIN }))).toEqual(TURNED)
  })

  it('are asked for by the desk: of the phone that took them, or of all while it is away', () => {
    const phone = (phone_id: string, is_connected: boolean) => ({
      ...{ phone_id, is_connected, name: null, device: 'Chrome on Android', last_seen_at: AT, pages: 1 },
    })
    const pages = [
      listed('desk', { is_retake_requested: true }),
      listed('mine', { is_retake_requested: true, phone_id: 'me' }),
      listed('theirs', { is_retake_requested: true, phone_id: 'other' }),
      listed('page-01', { is_retake_requested: true }),
    ]
    const requested = (isThere: boolean, queue: QueuedPage[] = []) =>
      phonePages(
        { pages, phones: [phone('me', true), phone('other', isThere)] },
        { pages: queue, saving: NONE, sending: null },
        'token',
        null,
        new Set(),
        'me',
      )
        .filter(({ isRetakeRequested }) => isRetakeRequested)
        .map(({ page_id }) => page_id)
    expect(requested(true)).toEqual(['desk', 'mine', 'page-01'])
    expect(requested(false)).toEqual(['desk', 'mine', 'theirs', 'page-01'])
    // Its new photo is still queued.
    expect(requested(true, [queued(1, { replace: true })])).toEqual(['desk', 'mine'])
  })

  it.each([
    ['a', 2, 'b,c,a'],
    ['c', 0, 'c,a,b'],
    ['b', 1, 'a,b,c'],
    ['a', 99, 'b,c,a'],
    ['c', -1, 'c,a,b'],
  ])('moves %s to place %i', (id, to, order) => {
    expect(moved(['a', 'b', 'c'], id, to).join()).toBe(order)
  })
})
