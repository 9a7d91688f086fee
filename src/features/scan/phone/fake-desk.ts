import { vi } from 'vitest'
import type { ScanPage, ScanPageSettings, ScanSession } from '../../../api/public-scan.ts'
import { FakeRequest } from './queue/fake-request.ts'

const AT = '2026-11-28T10:00:00Z'
export const TOKEN = 'the-token-of-a-session-that-is-open-0123456'
export const PLAIN: ScanPageSettings = { quad: null, rotation: 0, filter: 'clean', layout: 'page' }
export const idOf = (number: number) => `018f2d6e-0000-7000-8000-${String(number).padStart(12, '0')}`

type Answer = { status: number; body?: unknown }
export const refusal = (status: number, code: string): Answer => ({
  status,
  body: { type: '', title: '', status, code, detail: code, instance: '', request_id: 'req_1' },
})

/** A fake session for tests of the phone’s page: responds to fetch and XMLHttpRequest. */
export function openDesk() {
  const waiting = new Set<() => void>()
  const deleted = new Map<string, ScanPage>()
  const desk = {
    isOpen: true,
    isReachable: true,
    code: '7KXP42MQ',
    session: {
      ...{ session_id: idOf(1), title: 'Delivery notes', status: 'paired', revision: 1, desk_name: 'Maren' },
      ...{ phones: [], pages: [], conversion_id: null, created_by: null },
      ...{ created_at: AT, expires_at: AT, ended_at: null },
    } as ScanSession,
    /** The requests with their bodies. */
    asked: [] as { what: string; body: unknown }[],
    /** Overrides of responses, by method and the last parts of the path. */
    refuse: {} as Record<string, Answer>,
    /** The response to the next upload of a photo. */
    upload: null as Answer | null,
    change(more: Partial<ScanSession>): void {
      desk.session = { ...desk.session, ...more, revision: desk.session.revision + 1 }
      for (const wake of waiting) wake()
      waiting.clear()
    },
    end(): void {
      desk.isOpen = false
      desk.change({})
    },
    addPage(number: number, more: Partial<ScanPage> = {}): void {
      const page = { ...EMPTY, page_id: idOf(number), ...more }
      desk.change({ pages: [...desk.session.pages, page] })
    },
  }
  const EMPTY: ScanPage = {
    ...{ page_id: idOf(9), position: 1, state: 'ready', width: 3, height: 4, size_bytes: 5, settings: PLAIN },
    ...{
      version: 1,
      photo_version: 1,
      is_retake_requested: false,
      phone_id: null,
      changed_by: null,
      changed_at: AT,
      created_at: AT,
    },
    image_url: '/image/',
  }
  const find = (id: string) => desk.session.pages.find(({ page_id }) => page_id === id)
  const without = (id: string) => desk.session.pages.filter(({ page_id }) => page_id !== id)

  async function answer(what: string, url: URL, body: Record<string, unknown>): Promise<Answer> {
    const refused = desk.refuse[what]
    if (refused) return refused
    if (what === 'POST pair') {
      return body.code === desk.code
        ? { status: 200, body: { pairing_token: `${TOKEN}-by-code` } }
        : refusal(404, 'not_found')
    }
    if (!desk.isOpen) return refusal(404, 'not_found')
    const id = /pages\/([^/]+)\//.exec(url.pathname)?.[1] ?? ''
    const page = find(id)
    if (what === 'GET pair') {
      if (Number(url.searchParams.get('since')) === desk.session.revision)
        await new Promise<void>((resolve) => waiting.add(resolve))
      return desk.isOpen ? { status: 200, body: desk.session } : refusal(404, 'not_found')
    }
    if (what === 'PATCH pair') {
      const { page_order: order, name, phone_id } = body
      if (Array.isArray(order)) desk.change({ pages: order.flatMap((one) => find(String(one)) ?? []) })
      if (typeof name === 'string')
        desk.change({
          phones: [
            {
              ...{ phone_id: String(phone_id), name, device: 'Chrome on Android', is_connected: true },
              ...{ last_seen_at: AT, pages: 0 },
            },
          ],
        })
      return { status: 200, body: desk.session }
    }
    if (what === 'DELETE page' && page) {
      deleted.set(id, page)
      desk.change({ pages: without(id) })
      return { status: 204 }
    }
    if (what === 'POST restore') {
      const back = deleted.get(id)
      if (!back) return refusal(404, 'not_found')
      desk.change({ pages: [...desk.session.pages, back] })
      return { status: 200, body: back }
    }
    return refusal(404, 'not_found')
  }
  async function fakeFetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, 'http://desk')
    const [last] = url.pathname.split('/').slice(-2)
    const name = last === 'pair' || last === 'restore' || last === 'image' ? last : 'page'
    const what = `${init.method} ${name}`
    const body: Record<string, unknown> = JSON.parse(String(init.body ?? '{}'))
    if (what !== 'GET pair') desk.asked.push({ what, body })
    await Promise.resolve()
    if (!desk.isReachable) throw new TypeError('no network')
    const gone = new Promise<never>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
    const { status, body: answered } = await Promise.race([answer(what, url, body), gone])
    return new Response(status === 204 ? null : JSON.stringify(answered), { status })
  }
  class DeskRequest extends FakeRequest {
    override send(body: FormData): void {
      super.send(body)
      queueMicrotask(() => {
        const { status, body: answered } = this.arrive(body)
        if (status === 0) this.fail()
        else this.answer(status, answered)
      })
    }
    private arrive(form: FormData): Answer {
      const page_id = String(form.get('page_id'))
      const kind = String(form.get('kind'))
      desk.asked.push({ what: `upload ${kind}`, body: form })
      if (!desk.isReachable) return { status: 0 }
      if (!desk.isOpen) return refusal(404, 'not_found')
      if (desk.upload && kind === 'page') return desk.upload
      const text = form.get('settings')
      const settings: ScanPageSettings = typeof text === 'string' ? JSON.parse(text) : PLAIN
      const previous = find(page_id)
      const state = kind === 'page' ? 'ready' : 'receiving'
      const page: ScanPage = { ...EMPTY, ...previous, page_id, state, settings }
      const at = desk.session.pages.findIndex((one) => one.page_id === page_id)
      desk.change({
        pages: at < 0 ? [...desk.session.pages, page] : desk.session.pages.with(at, page),
      })
      return { status: previous ? 200 : 201, body: page }
    }
  }
  vi.stubGlobal('fetch', fakeFetch)
  vi.stubGlobal('XMLHttpRequest', DeskRequest)
  return desk
}
