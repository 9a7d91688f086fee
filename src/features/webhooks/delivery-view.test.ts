import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'
import { filtersOf, instantOfLocal, isFiltered, localOf, parseView, searchOf } from './delivery-view.ts'

describe('the view of deliveries', () => {
  const read = (search: string) => parseView(new URLSearchParams(search), ['conversion.failed'])

  it('comes back from the URL as it was written', () => {
    const search = 'status=failed&type=conversion.failed&since=2026-11-25T10:00:00.000Z&q=evt_1&delivery=d1'
    expect(String(new URLSearchParams(Object.entries(searchOf(read(search)))))).toBe(
      String(new URLSearchParams(search)),
    )
    expect(filtersOf(read(search))).toEqual({
      status: 'failed',
      type: 'conversion.failed',
      since: '2026-11-25T10:00:00.000Z',
      q: 'evt_1',
    })
  })

  it('has how the figures are shown, which is no filter', () => {
    const view = read('range=30d&view=table&status=failed')
    expect(view).toMatchObject({ range: '30d', table: true })
    expect(searchOf(view)).toEqual({ status: 'failed', range: '30d', view: 'table' })
    expect(isFiltered(read('range=30d&view=table'))).toBe(false)
    expect(searchOf(read('range=24h&view=chart'))).toEqual({})
  })

  it('leaves out what is mistyped', () => {
    const typed = read('status=lost&type=conversion.gone&since=yesterday&q=%20&range=1y&view=cake')
    expect(filtersOf(typed)).toEqual({})
    expect(searchOf(typed)).toEqual({ q: ' ' })
  })

  it('says an instant in the zone of the device and back', () => {
    expect(instantOfLocal(localOf('2026-11-25T10:00:00.000Z'))).toBe('2026-11-25T10:00:00.000Z')
    expect(localOf(null)).toBe('')
    expect(instantOfLocal('')).toBeNull()
  })
})

describe('a request as curl', () => {
  it('quotes for the shell, and leaves a place for what is hidden', () => {
    const text = curlOf(
      'https://a.example/in?x=1&y=2',
      { 'content-type': 'application/json', 'x-key': '(hidden)' },
      `{"name":"Ana's \\"lease\\" $(id)"}`,
    )
    expect(text).toBe(
      [
        `curl -X POST 'https://a.example/in?x=1&y=2' \\`,
        `  -H 'content-type: application/json' \\`,
        `  -H 'x-key: YOUR_VALUE' \\`,
        `  --data-raw '{"name":"Ana'\\''s \\"lease\\" $(id)"}'`,
      ].join('\n'),
    )
  })
})
