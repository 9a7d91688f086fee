import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { show } from '../../../ui/testing.tsx'
import type { FieldValue, FieldValues } from './field-values.ts'
import type { PdfField } from './fields.ts'
import type { PageView } from './geometry.ts'
import { createPdfHandle } from './handle.ts'
import { type OpenPdf, PdfBar, PdfFind, PdfOutline, PdfViewer } from './index.ts'
import { Pdf } from './pdf.ts'

// Rendering needs a browser; here it is recorded what would be rendered.
const drawn = vi.hoisted(
  () =>
    [] as {
      page: number
      rotation: number
      annotationMode: number
      hidden: string[]
      values: Record<string, unknown>
    }[],
)
vi.mock('pdfjs-dist', () => ({
  AnnotationMode: { ENABLE: 1, ENABLE_STORAGE: 3 },
  RenderingCancelledException: class extends Error {},
  normalizeUnicode: (text: string) => text,
  TextLayer: class {
    textDivs: HTMLElement[] = []
    readonly #given: { container: HTMLElement; textContentSource: string[] }
    constructor(given: { container: HTMLElement; textContentSource: string[] }) {
      this.#given = given
    }
    async render() {
      for (const piece of this.#given.textContentSource) {
        const span = document.createElement('span')
        span.textContent = piece
        this.#given.container.append(span)
        this.textDivs.push(span)
      }
    }
    cancel() {}
  },
}))

/** A file with one page per text, 600 × 800 points, cropped with its corner at 10, 20. */
async function file(words: string[]): Promise<Pdf> {
  const said = new Map<string, { noView?: boolean; value?: unknown }>()
  const page = (number: number) => ({
    view: [10, 20, 610, 820],
    rotate: 0,
    userUnit: 1,
    getViewport: ({ scale, rotation }: { scale: number; rotation: number }) => ({
      width: 600 * scale,
      height: 800 * scale,
      rotation,
    }),
    render({ viewport, annotationMode }: { viewport: { rotation: number }; annotationMode: number }) {
      const { rotation } = viewport
      const hidden = [...said].flatMap(([id, { noView }]) => (noView ? [id] : []))
      const values = Object.fromEntries(
        [...said].flatMap(([id, { value }]) => (value === undefined ? [] : [[id, value]])),
      )
      drawn.push({ page: number, rotation, annotationMode, hidden, values })
      return { promise: Promise.resolve(), cancel() {} }
    },
    streamTextContent: () => [words[number - 1]],
    getTextContent: async () => ({
      items: [
        { str: words[number - 1], hasEOL: false, transform: [12, 0, 0, 12, 72, 700], width: 100, height: 12 },
      ],
    }),
    getAnnotations: async () => [],
    cleanup() {},
  })
  return Pdf.of({
    numPages: words.length,
    annotationStorage: {
      setValue: (id: string, entry: { noView?: boolean; value?: unknown }) => said.set(id, entry),
      remove: (id: string) => said.delete(id),
    },
    getPage: async (number: number) => page(number),
    getMetadata: async () => ({ info: {} }),
    getOutline: async () => [
      { title: 'The end', dest: [words.length - 1, { name: 'Fit' }], url: null, items: [] },
      { title: 'A trap', dest: null, url: 'javascript:alert(1)', items: [] },
      { title: 'A place', dest: null, url: 'https://example.com/', items: [] },
    ],
  } as never)
}

const open = async (words: string[]): Promise<Extract<OpenPdf, { state: 'open' }>> => ({
  state: 'open',
  pdf: await file(words),
  trouble: null,
})
const refused = (code: 'expired' | 'offline') => new ApiError(code, code === 'expired' ? 410 : 0)

beforeEach(() => {
  drawn.length = 0
  // jsdom does not support the element.
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation(((name: string, options?: ElementCreationOptions) =>
    create(name === 'search' ? 'section' : name, options)) as typeof document.createElement)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  // jsdom has no layout: scrollTo sets the position.
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, to?: number | ScrollToOptions) {
    const { top = 0, left = 0 } = to as ScrollToOptions
    this.scrollTop = Math.max(0, top)
    this.scrollLeft = Math.max(0, left)
    this.dispatchEvent(new Event('scroll'))
  } as never
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10)
})
afterEach(() => vi.unstubAllGlobals())

describe('a file that can’t be seen', () => {
  it('asks for its password, says when it is wrong, and tries another', async () => {
    const unlock = vi.fn()
    const handle = createPdfHandle()
    const { user, rerender } = show(
      <PdfViewer pdf={{ state: 'locked', wrong: false, unlock }} handle={handle} label="a.pdf" />,
    )
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    expect(unlock).toHaveBeenCalledExactlyOnceWith('secret')
    expect(screen.getByRole('button', { name: /Opening$/ }), 'until the file answers').toBeVisible()
    const again = vi.fn()
    rerender(
      <PdfViewer pdf={{ state: 'locked', wrong: true, unlock: again }} handle={handle} label="a.pdf" />,
    )
    expect(screen.getByText(/Wrong password/)).toBeVisible()
    expect(screen.getByLabelText('Password')).toHaveFocus()
    // It is selected, so that typing replaces it.
    await user.keyboard('open')
    expect(screen.queryByText(/Wrong password/), 'what is typed now may be right').toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(again).toHaveBeenCalledExactlyOnceWith('open')
  })

  it.each([
    ['expired', 'The file has expired', false],
    ['offline', 'The file couldn’t be loaded', true],
  ] as const)('says what keeps it: %s', async (code, words, again) => {
    const retry = vi.fn()
    const pdf: OpenPdf = { state: 'unavailable', error: refused(code), retry }
    const { user } = show(<PdfViewer pdf={pdf} handle={createPdfHandle()} label="a.pdf" />)
    expect(screen.getByRole('alert')).toHaveTextContent(words)
    const button = screen.queryByRole('button', { name: 'Retry' })
    if (!again) return expect(button).toBeNull()
    await user.click(button!)
    expect(retry).toHaveBeenCalledOnce()
  })

  it('says that it is damaged', () => {
    show(<PdfViewer pdf={{ state: 'broken', retry() {} }} handle={createPdfHandle()} label="a.pdf" />)
    expect(screen.getByRole('alert')).toHaveTextContent('This file isn’t a readable PDF')
  })
})

describe('a file that is open', () => {
  const words = ['One harbour', 'Two', 'Three harbour', 'Four', 'Five harbour']

  it('shows the pages in sight, draws them, and tells which one is looked at', async () => {
    const handle = createPdfHandle()
    const onPageChange = vi.fn()
    show(<PdfViewer pdf={await open(words)} handle={handle} label="a.pdf" onPageChange={onPageChange} />)
    expect(await screen.findByRole('img', { name: 'Page 1' })).toBeVisible()
    expect(screen.queryByRole('img', { name: 'Page 5' })).toBeNull()
    await waitFor(() => expect(drawn.map(({ page }) => page)).toEqual([1, 2]))
    expect(handle.state()).toMatchObject({ page: 1, pages: 5 })
    act(() => handle.goTo(4))
    expect(await screen.findByRole('img', { name: 'Page 4' })).toBeVisible()
    expect(onPageChange).toHaveBeenLastCalledWith(4)
    expect(screen.queryByRole('img', { name: 'Page 1' })).toBeNull()
  })

  it('does what was asked of it before it was open', async () => {
    const handle = createPdfHandle()
    handle.goTo(3)
    show(<PdfViewer pdf={await open(words)} handle={handle} label="a.pdf" />)
    expect(await screen.findByRole('img', { name: 'Page 3' })).toBeVisible()
    await waitFor(() => expect(handle.state().page).toBe(3))
  })

  it('lays over each page what it is given, with the way between pixels and points', async () => {
    const handle = createPdfHandle()
    const seen = new Map<number, PageView>()
    const overlay = (page: PageView) => {
      seen.set(page.number, page)
      return <button type="button">over {page.number}</button>
    }
    show(<PdfViewer pdf={await open(words)} handle={handle} label="a.pdf" overlay={overlay} />)
    expect(await screen.findByRole('button', { name: 'over 1' })).toBeVisible()
    act(() => handle.zoomTo(1.5))
    await waitFor(() => expect(seen.get(1)?.scale).toBe(2))
    const page = seen.get(1)!
    expect(page).toMatchObject({ index: 0, width: 600, height: 800, rotation: 0 })
    expect(page.toPoints(0, 0)).toEqual({ x: 10, y: 820 })
    expect(page.toPoints(100, 200)).toEqual({ x: 60, y: 720 })
    act(() => handle.rotate(90))
    await waitFor(() => expect(seen.get(1)?.rotation).toBe(90))
    expect(seen.get(1)!.toPoints(0, 0)).toEqual({ x: 10, y: 20 })
  })

  it('shows the pages of an arrangement, in its order, turned as it says', async () => {
    const handle = createPdfHandle()
    const pdf = await open(words)
    const arrangement = [
      { page: 5, rotate: 90 },
      { page: 2, rotate: 0 },
    ] as const
    const { rerender } = show(<PdfViewer pdf={pdf} handle={handle} label="a.pdf" arrangement={arrangement} />)
    await waitFor(() => expect(drawn.map(({ page }) => page)).toEqual([5, 2]))
    expect(drawn[0]!.rotation).toBe(90)
    expect(handle.state().pages).toBe(2)
    rerender(<PdfViewer pdf={pdf} handle={handle} label="a.pdf" arrangement={[]} />)
    expect(await screen.findByText('No pages left.')).toBeVisible()
  })

  it('draws each page without the fields of its own that the overlay draws', async () => {
    const field = (id: string, page: number) => ({ id, page }) as PdfField
    const covered = [field('7R', 1), field('9R', 2), field('8R', 1)]
    const pdf = await open(['One', 'Two'])
    const { rerender } = show(
      <PdfViewer pdf={pdf} handle={createPdfHandle()} label="a.pdf" covered={covered} />,
    )
    await waitFor(() =>
      expect(drawn).toEqual([
        { page: 1, rotation: 0, annotationMode: 3, hidden: ['7R', '8R'], values: {} },
        { page: 2, rotation: 0, annotationMode: 3, hidden: ['9R'], values: {} },
      ]),
    )
    rerender(<PdfViewer pdf={pdf} handle={createPdfHandle()} label="a.pdf" covered={[]} />)
    await waitFor(() =>
      expect(drawn.slice(2)).toMatchObject([
        { page: 1, annotationMode: 1, hidden: [] },
        { page: 2, annotationMode: 1, hidden: [] },
      ]),
    )
  })

  it('draws what fields hold, and anew only the page whose own change', async () => {
    const pdf = await open(['One', 'Two'])
    const handle = createPdfHandle()
    const viewer = (values: FieldValues, covered: PdfField[] = []) => (
      <PdfViewer pdf={pdf} handle={handle} label="a.pdf" values={values} covered={covered} />
    )
    const first: [string, FieldValue][] = [['7R', 'Ana']]
    const { rerender } = show(viewer(new Map([[1, first]])))
    await waitFor(() =>
      expect(drawn).toMatchObject([
        { page: 1, annotationMode: 3, values: { '7R': 'Ana' } },
        { page: 2, annotationMode: 1, values: {} },
      ]),
    )
    const shown = () => document.querySelector('[data-place="2"] canvas')
    await waitFor(() => expect(shown()).not.toBeNull())
    const before = shown()
    rerender(
      viewer(
        new Map([
          [1, first],
          [2, [['9R', true]]],
        ]),
      ),
    )
    // The rendered page stays until the new one is ready.
    expect(shown()).toBe(before)
    await waitFor(() => expect(shown()).not.toBe(before))
    expect(drawn.slice(2)).toMatchObject([{ page: 2, values: { '9R': true } }])
    // Typing into a field that the overlay renders does not render the page again.
    const covered = [{ id: '7R', page: 1 } as PdfField]
    rerender(viewer(new Map([[1, first]]), covered))
    await waitFor(() => expect(drawn.at(-1)).toMatchObject({ hidden: ['7R'], values: {} }))
    const count = drawn.length
    rerender(viewer(new Map([[1, [['7R', 'Ana R']]]]), covered))
    await act(async () => {})
    expect(drawn).toHaveLength(count)
  })

  it('finds what is sought, counts it, and goes from hit to hit and round', async () => {
    const handle = createPdfHandle()
    const pdf = await open(words)
    const { user } = show(
      <>
        <PdfViewer pdf={pdf} handle={handle} label="a.pdf" />
        <PdfFind handle={handle} />
      </>,
    )
    await screen.findByRole('img', { name: 'Page 1' })
    await screen.findByRole('searchbox')
    await user.keyboard('{Control>}f{/Control}')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await user.keyboard('HARBOUR{Enter}')
    expect(await screen.findByText('1 of 3')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(screen.getByText('2 of 3')).toBeVisible()
    await waitFor(() => expect(handle.state().page).toBe(3))
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
    expect(screen.getByText('3 of 3')).toBeVisible()
    await waitFor(() => expect(handle.state().page).toBe(5))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(handle.state().found).toBeNull())
    expect(screen.queryByText(/of 3/)).toBeNull()
  })

  it('takes a page number, and keeps it within the file', async () => {
    const handle = createPdfHandle()
    const { user } = show(
      <>
        <PdfViewer pdf={await open(words)} handle={handle} label="a.pdf" />
        <PdfBar handle={handle} />
      </>,
    )
    await user.click(await screen.findByRole('button', { name: 'Page 1 of 5' }))
    await user.keyboard('99{Enter}')
    expect(await screen.findByRole('button', { name: 'Page 5 of 5' })).toBeVisible()
  })

  it('has an outline that leads to pages and, after a word, out of the file, and runs nothing', async () => {
    const handle = createPdfHandle()
    const pdf = await open(words)
    const { user } = show(
      <>
        <PdfViewer pdf={pdf} handle={handle} label="a.pdf" />
        <PdfOutline pdf={pdf} handle={handle} />
      </>,
    )
    const outline = within(await screen.findByRole('navigation', { name: 'Outline' }))
    expect(outline.queryByRole('button', { name: 'A trap' })).toBeNull()
    await user.click(outline.getByRole('button', { name: 'The end' }))
    await waitFor(() => expect(handle.state().page).toBe(5))
    await user.click(outline.getByRole('button', { name: 'A place' }))
    const link = await screen.findByRole('link', { name: 'Open in new tab' })
    expect(link).toHaveAttribute('href', 'https://example.com/')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })
})
