import { describe, expect, it } from 'vitest'
import type { Notification, NotificationList } from '../../contract/notifications.ts'
import type { Share } from '../../contract/shares.ts'
import { type Caller, type Callers, RECORDS } from './caller.ts'

const NOTIFICATIONS = '/api/v1/user/notifications/'
const READ = `${NOTIFICATIONS}read/`
const SETTINGS = `${NOTIFICATIONS}settings/`
const NOBODYS = 'evt_00000000-0000-4000-8000-000000000000'

/** Notifications, by the server and by the mock alike. */
export function notificationsSuite({ anyone, someone }: Callers) {
  const list = async (me: Caller, query = ''): Promise<NotificationList> =>
    (await me.call('GET', `${NOTIFICATIONS}${query}`)).body
  const ids = ({ results }: NotificationList) => results.map(({ id }) => id)

  /** A link that strangers have downloaded by. */
  const downloaded = async (me: Caller, name: string, times = 1): Promise<Share> => {
    const file = (await me.send('/api/v1/user/storage/files/upload/', RECORDS, {})).body
    const made = await me.call('POST', '/api/v1/user/shares/', { file_id: file.id, name, max_downloads: 9 })
    const link: Share = made.body
    for (let at = 0; at < times; at++) {
      const path = `/api/v1/user/shares/public/${link.token}/download/`
      expect((await anyone().call('POST', path, {})).status).toBe(200)
    }
    return link
  }

  describe('notifications', () => {
    it('tell of downloads, those of one link together', async () => {
      const me = await someone()
      expect(await list(me)).toMatchObject({ count: 0, unread: 0, results: [] })
      const link = await downloaded(me, 'Site photos', 3)
      const { results, unread } = await list(me)
      expect(results[0]).toMatchObject({
        type: 'share.downloaded',
        group: 'sharing',
        object_id: link.link_id,
        title: 'Site photos',
        facts: { downloads: 3, left: 6 },
        is_read: false,
      })
      // Where an hour ends between two of them, there is a line for each hour.
      expect(results.reduce((sum, { count }) => sum + count, 0)).toBe(3)
      expect(unread).toBe(results.length)
      const sent = JSON.stringify(results)
      for (const secret of [link.token, link.url, me.email]) expect(sent).not.toContain(secret)
    })

    it('are listed by group, by what is unread, and page by page', async () => {
      const me = await someone()
      for (const name of ['First', 'Second', 'Third']) await downloaded(me, name)
      const titles = ({ results }: NotificationList) => results.map(({ title }) => title)
      expect(titles(await list(me))).toEqual(['Third', 'Second', 'First'])
      expect(titles(await list(me, '?sort_dir=asc'))).toEqual(['First', 'Second', 'Third'])
      expect(titles(await list(me, '?group=sharing'))).toEqual(['Third', 'Second', 'First'])
      expect(await list(me, '?group=signing')).toMatchObject({ count: 0, results: [], unread: 3 })
      const first = await list(me, '?page_size=2')
      expect(titles(first)).toEqual(['Third', 'Second'])
      const second = await list(me, `?page_size=2&cursor=${first.next_cursor}`)
      expect(titles(second)).toEqual(['First'])
      expect(second.next_cursor).toBeNull()
      expect((await me.call('GET', `${NOTIFICATIONS}?cursor=nonsense`)).body.code).toBe('invalid_request')
      expect((await me.call('GET', `${NOTIFICATIONS}?group=weather`)).body.code).toBe('invalid_request')
    })

    it('are marked as read one by one, and all up to a time', async () => {
      const me = await someone()
      for (const name of ['First', 'Second']) await downloaded(me, name)
      const [newest, oldest] = (await list(me)).results as [Notification, Notification]
      expect((await me.call('POST', READ, { ids: [oldest.id, NOBODYS] })).status).toBe(204)
      expect((await me.call('POST', READ, { ids: [oldest.id] })).status, 'again').toBe(204)
      const after = await list(me)
      expect(after.results.map(({ is_read }) => is_read)).toEqual([false, true])
      expect(after.unread).toBe(1)
      expect(ids(await list(me, '?unread=true'))).toEqual([newest.id])

      const until = newest.created_at
      expect((await me.call('POST', READ, { all: true, until })).status).toBe(204)
      expect(await list(me)).toMatchObject({ unread: 0, results: [{ is_read: true }, { is_read: true }] })
      await me.call('POST', READ, { all: true, until: oldest.created_at })
      expect((await list(me)).unread, 'the time moves never back').toBe(0)
      await me.call('POST', READ, { all: true, until: '2999-01-01T00:00:00Z' })
      await downloaded(me, 'Third')
      expect((await list(me)).unread, 'what comes later is unread').toBe(1)
    })

    it('are of one account, and read by one person', async () => {
      const [me, other] = [await someone(), await someone()]
      await downloaded(me, 'Mine')
      const [mine] = (await list(me)).results as [Notification]
      expect(await list(other)).toMatchObject({ count: 0, unread: 0 })
      await other.call('POST', READ, { ids: [mine.id] })
      expect((await list(me)).unread).toBe(1)
      expect((await anyone().call('GET', NOTIFICATIONS)).body.code).toBe('unauthenticated')
    })

    it('of a muted group are neither listed nor counted', async () => {
      const me = await someone()
      await downloaded(me, 'Quiet')
      expect((await me.call('GET', SETTINGS)).body).toEqual({ muted: [] })
      const put = await me.call('PUT', SETTINGS, { muted: ['sharing', 'account'] })
      expect(put).toMatchObject({ status: 200, body: { muted: ['sharing', 'account'] } })
      expect((await me.call('GET', SETTINGS)).body).toEqual({ muted: ['sharing', 'account'] })
      expect(await list(me)).toMatchObject({ count: 0, unread: 0, results: [] })
      expect((await list(me, '?group=sharing')).count).toBe(0)
      await me.call('PUT', SETTINGS, { muted: [] })
      expect((await list(me)).unread).toBe(1)
    })

    it.each([{}, { ids: [] }, { ids: ['7'] }, { all: false, until: '2026-01-01T00:00:00Z' }, { all: true }])(
      'are not marked by %j',
      async (json) => {
        const me = await someone()
        expect((await me.call('POST', READ, json)).body.code).toBe('invalid_request')
      },
    )

    it.each([{}, { muted: ['weather'] }, { muted: ['signing', 'signing'] }])(
      'are not muted by %j',
      async (json) => {
        const me = await someone()
        expect((await me.call('PUT', SETTINGS, json)).body.code).toBe('invalid_request')
      },
    )
  })
}
