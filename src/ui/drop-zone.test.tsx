import { fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DropZone } from './drop-zone.tsx'
import { show } from './testing.tsx'
import { useDropZone } from './use-drop-zone.tsx'

/** The library's chunk, which tests load or let fail. */
const chunk = vi.hoisted(() => ({ release() {}, fail() {}, forget() {} }))
vi.mock('./deferred.tsx', async (original) => {
  const actual = await original<typeof import('./deferred.tsx')>()
  const deferred = (load: () => Promise<() => null>) => {
    const wait = () =>
      new Promise<() => null>((resolve, reject) => {
        chunk.release = () => resolve(load())
        chunk.fail = () => reject(new Error('offline'))
      })
    let part = actual.deferred(wait)
    chunk.forget = () => {
      part = actual.deferred(wait)
    }
    return {
      preload: () => part.preload(),
      subscribe: (listener: () => void) => part.subscribe(listener),
      get: () => part.get(),
    }
  }
  return { ...actual, deferred }
})
beforeEach(() => chunk.forget())

const file = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' })
/** Dragged files as browsers present them: readable only during the event. */
function transferOf(...files: File[]) {
  const transfer = {
    types: ['Files'],
    items: files.map((one) => ({ kind: 'file', type: one.type, getAsFile: () => one })),
    dropEffect: 'none',
  }
  return { transfer, expire: () => transfer.items.splice(0) }
}
/** A folder with files, as old browsers present it: by its entry, which outlives the event. */
const folderOf = (name: string, ...files: File[]) => ({
  kind: 'file',
  type: '',
  getAsFile: () => new File([], name),
  webkitGetAsEntry: () => {
    const batches = [
      files.map((one) => ({
        isDirectory: false,
        fullPath: `/${name}/${one.name}`,
        file: (done: (file: File) => void) => done(one),
      })),
      [],
    ]
    const readEntries = (done: (entries: unknown[]) => void) => done(batches.shift() ?? [])
    return { isDirectory: true, fullPath: `/${name}`, createReader: () => ({ readEntries }) }
  },
})

const onFiles = vi.fn<(files: File[]) => void>()
beforeEach(() => onFiles.mockReset())
const names = () => onFiles.mock.calls.map(([files]) => files.map(({ name }) => name))

type Options = Partial<Parameters<typeof DropZone>[0]>
const outer = vi.fn<(files?: File[]) => void>()
beforeEach(() => outer.mockReset())

/** A zone inside another one, like a page's zone inside the window's. */
function Nested(options: Options) {
  const zone = useDropZone({ label: 'Window', onFiles: outer, onError: outer })
  return (
    <div {...zone.root}>
      {zone.input}
      <p>{zone.over ? `Window has ${zone.count}` : 'Window rests'}</p>
      <DropZone label="Contract" hint="Drop to verify" onFiles={onFiles} {...options}>
        {(open) => (
          <>
            <p>Drop here</p>
            <button type="button" onClick={open}>
              Choose
            </button>
          </>
        )}
      </DropZone>
    </div>
  )
}
function opened(options: Options = {}) {
  const shown = show(
    <StrictMode>
      <Nested {...options} />
    </StrictMode>,
  )
  return { ...shown, zone: screen.getByText('Drop here'), beside: screen.getByText(/^Window/) }
}

function drop(target: Element, ...files: File[]) {
  const { transfer, expire } = transferOf(...files)
  const event = { dataTransfer: transfer }
  fireEvent.dragEnter(target, event)
  const over = fireEvent.dragOver(target, event)
  const dropped = fireEvent.drop(target, event)
  expire()
  expect([over, dropped], 'the browser does not open the file').toEqual([false, false])
}

describe('a drop zone', () => {
  it('delivers files and folders that were dropped before the library had loaded, in order', async () => {
    const { zone } = opened()
    drop(zone, file('first.pdf'))
    const { transfer } = transferOf()
    Object.assign(transfer, { items: [folderOf('box', file('second.pdf'), file('third.pdf'))] })
    fireEvent.drop(zone, { dataTransfer: transfer })
    transfer.items.splice(0)
    expect(onFiles).not.toHaveBeenCalled()
    chunk.release()
    await waitFor(() => expect(names().flat()).toEqual(['first.pdf', 'second.pdf', 'third.pdf']))
  })

  it('delivers every drop while an earlier one is still being read', async () => {
    const { zone } = opened()
    drop(zone, file('warm.pdf'))
    chunk.release()
    await waitFor(() => expect(onFiles).toHaveBeenCalledOnce())
    drop(zone, file('one.pdf'), file('two.pdf'))
    drop(zone, file('three.pdf'))
    await waitFor(() => expect(names().flat()).toEqual(['warm.pdf', 'one.pdf', 'two.pdf', 'three.pdf']))
  })

  it('shows what a drop does as soon as files are over it, and not when they have left', async () => {
    const { zone, beside } = opened()
    const event = { dataTransfer: transferOf(file('a.pdf')).transfer }
    fireEvent.dragEnter(zone, event)
    expect(screen.getByRole('status')).toHaveTextContent('Drop to verify')
    chunk.release()
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Drop to verify'))
    fireEvent.dragEnter(beside, event)
    fireEvent.dragLeave(zone, event)
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    expect(await screen.findByText('Window has 1')).toBeVisible()
    fireEvent.dragLeave(beside, event)
    expect(await screen.findByText('Window rests')).toBeVisible()
  })

  it('keeps what is dropped on it from the zone around it, and leaves the rest to that', async () => {
    const { zone, beside } = opened()
    drop(zone, file('mine.pdf'))
    drop(beside, file('yours.pdf'))
    chunk.release()
    await waitFor(() => expect(outer).toHaveBeenCalledOnce())
    await waitFor(() => expect(onFiles).toHaveBeenCalledOnce())
    expect(names()).toEqual([['mine.pdf']])
    expect(outer.mock.calls[0]?.[0]).toMatchObject([{ name: 'yours.pdf' }])
    drop(zone, file('again.pdf'))
    await waitFor(() => expect(names()).toEqual([['mine.pdf'], ['again.pdf']]))
    expect(outer).toHaveBeenCalledOnce()
  })

  it('takes no text that is dragged, before and after the library has loaded', async () => {
    const { zone } = opened()
    const text = { dataTransfer: { types: ['text/plain'], items: [{ kind: 'string', type: 'text/plain' }] } }
    expect(fireEvent.drop(zone, text), 'the field under it may take the text').toBe(true)
    drop(zone, file('a.pdf'))
    chunk.release()
    await waitFor(() => expect(onFiles).toHaveBeenCalledOnce())
    expect(fireEvent.dragOver(zone, text)).toBe(true)
    expect(fireEvent.drop(zone, text)).toBe(true)
  })

  it('has a button that opens the file dialog by keyboard, and takes what is chosen', async () => {
    const { user } = opened({ multiple: false, accept: '.pdf' })
    const input = screen.getByLabelText<HTMLInputElement>('Contract')
    expect(input).toHaveAttribute('accept', '.pdf')
    const clicked = vi.spyOn(input, 'click')
    await user.tab()
    expect(screen.getByRole('button', { name: 'Choose' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(clicked).toHaveBeenCalledOnce()
    await user.upload(input, file('chosen.pdf'))
    chunk.release()
    await waitFor(() => expect(names()).toEqual([['chosen.pdf']]))
    await user.upload(input, file('second.pdf'))
    await waitFor(() => expect(names()).toEqual([['chosen.pdf'], ['second.pdf']]))
  })

  it('refuses files while it is disabled, and does not let the window have them', async () => {
    const { zone } = opened({ disabled: true })
    drop(zone, file('a.pdf'))
    drop(screen.getByText('Window rests'), file('b.pdf'))
    chunk.release()
    await waitFor(() => expect(outer).toHaveBeenCalledOnce())
    expect(onFiles).not.toHaveBeenCalled()
  })

  it('says so when the library does not load, and works on the next try', async () => {
    const { zone } = opened()
    drop(zone, file('a.pdf'))
    chunk.fail()
    expect(await screen.findByRole('alert')).toHaveTextContent('The files could not be read.')
    drop(zone, file('b.pdf'))
    chunk.release()
    await waitFor(() => expect(names()).toEqual([['b.pdf']]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says so when a folder cannot be read', async () => {
    const { zone } = opened()
    const broken = { ...folderOf('box'), webkitGetAsEntry: () => ({ isDirectory: true, createReader }) }
    const createReader = () => ({ readEntries: (_: unknown, no: (error: Error) => void) => no(new Error()) })
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], items: [broken] } })
    chunk.release()
    expect(await screen.findByRole('alert')).toHaveTextContent('The files could not be read.')
  })
})
