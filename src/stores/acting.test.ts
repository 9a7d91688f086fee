import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const HARBOUR = 'biz_7hq2m4kx9tpz3w5c'
const NORDLICHT = 'biz_n0rd11cht5tud10x'

function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

/** Loads the store as a page at a URL would. */
async function load(search = '') {
  vi.resetModules()
  vi.stubGlobal('location', { search })
  return import('./acting.ts')
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('for whom a tab acts', () => {
  it('is oneself at first', async () => {
    const { useActing, headersNow } = await load()
    expect(useActing.getState()).toEqual({ id: null, recent: [], leaving: null })
    expect(headersNow()).toEqual({})
  })

  it('stays over a reload, and is what a new tab begins with', async () => {
    const first = await load()
    first.actFor(HARBOUR)
    expect(first.headersNow()).toEqual({ 'x-business-id': HARBOUR })
    expect((await load()).useActing.getState().id).toBe(HARBOUR)
    vi.stubGlobal('sessionStorage', storage())
    expect((await load()).useActing.getState().id).toBe(HARBOUR)
  })

  it('is each tab’s own: oneself stays oneself while another tab switches', async () => {
    const here = await load()
    here.actFor(null)
    localStorage.setItem('acting-for-last', NORDLICHT)
    expect((await load()).useActing.getState().id).toBeNull()
  })

  it('is what the address says, before anything that was stored', async () => {
    ;(await load()).actFor(HARBOUR)
    expect((await load(`?q=a&business=${NORDLICHT}`)).useActing.getState().id).toBe(NORDLICHT)
  })

  it.each(['', 'biz_', '41', `${HARBOUR}x`, 'biz_7HQ2M4KX9TPZ3W5C', 'biz_7hq2m4kx9tpz3w5c\r\nx: y'])(
    'takes no %j for a business',
    async (wrong) => {
      const { businessIn } = await load()
      expect(businessIn(`?${new URLSearchParams({ business: wrong })}`)).toBeNull()
      sessionStorage.setItem('acting-for', wrong)
      localStorage.setItem('recent-businesses', `${wrong},${HARBOUR}`)
      const { useActing } = await load()
      expect(useActing.getState().id).toBeNull()
      expect(useActing.getState().recent).toEqual([HARBOUR])
    },
  )

  it('remembers the five that were used last, each once', async () => {
    const { actFor, useActing } = await load()
    const ids = Array.from({ length: 7 }, (_, at) => `biz_${String(at).repeat(16)}`)
    for (const id of ids) actFor(id)
    actFor(null)
    actFor(ids[4]!)
    expect(useActing.getState().recent).toEqual([ids[4], ids[6], ids[5], ids[3], ids[2]])
    expect((await load()).useActing.getState().recent).toEqual([ids[4], ids[6], ids[5], ids[3], ids[2]])
  })

  it('lasts as long as the page where storage is forbidden', async () => {
    const forbidden = {
      getItem() {
        throw new Error('forbidden')
      },
      setItem() {
        throw new Error('forbidden')
      },
    }
    vi.stubGlobal('sessionStorage', forbidden)
    vi.stubGlobal('localStorage', forbidden)
    const { actFor, forgetActing, useActing } = await load()
    actFor(HARBOUR)
    expect(useActing.getState().id).toBe(HARBOUR)
    forgetActing()
    expect(useActing.getState()).toEqual({ id: null, recent: [], leaving: null })
  })

  it('is forgotten with the session, in this tab and for new ones', async () => {
    const { actFor, forgetActing } = await load()
    actFor(HARBOUR)
    forgetActing()
    expect((await load()).useActing.getState()).toEqual({ id: null, recent: [], leaving: null })
  })

  it('asks all that keep something, and makes each forget', async () => {
    const { addAutosave, discardDrafts, hasDrafts } = await load()
    let files = 2
    addAutosave({ has: () => false, forget: () => {} })
    const forget = () => {
      files = 0
    }
    addAutosave({ has: () => files > 0, forget })
    expect(hasDrafts()).toBe(true)
    discardDrafts()
    expect(hasDrafts()).toBe(false)
  })
})
