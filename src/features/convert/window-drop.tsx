import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { classNames } from '../../lib/class-names.ts'
import { isTyping } from '../../lib/use-hotkeys.ts'
import { paths } from '../../paths.ts'
import { setFileDialog, useFileTaker } from '../../stores/file-taker.ts'
import { showToast } from '../../ui/toaster.tsx'
import { addAddresses } from './add-kept.ts'
import { addressesIn, MAX_ADDRESSES } from './addresses.ts'
import { expectDrop, filesOfDrop, holdsFiles } from './dropped-files.ts'

/** A page may have a place of its own for files: what is dropped there is its affair. */
const PLACE = '[data-takes-files]'
const takenElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest(PLACE) !== null

/** Every page takes files: dropped anywhere in the window, pasted, or chosen. They lie on Convert then, or are the page's own. */
export function WindowDrop({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const taker = useFileTaker((state) => state.taker)
  const input = useRef<HTMLInputElement>(null)
  const [held, setHeld] = useState<number | null>(null)

  const goThere = () => {
    if (pathname !== paths.convert()) void navigate(paths.convert())
  }
  async function add(files: readonly File[]) {
    if (files.length === 0) return
    if (taker) return taker.take(files)
    goThere()
    const { addOpened } = await import('./add-files.ts')
    for (const { name, count, left } of await addOpened(files)) {
      const opened = t({
        message: plural(count, { one: `# file from ${name}`, other: `# files from ${name}` }),
      })
      const rest = t({
        message: plural(left, { one: '# could not be taken out.', other: '# could not be taken out.' }),
      })
      showToast({ text: left > 0 ? `${opened}. ${rest}` : opened, ...(count === 0 && { kind: 'error' }) })
    }
  }
  function addLinks(addresses: string[]) {
    addAddresses(addresses.slice(0, MAX_ADDRESSES))
    goThere()
    const left = addresses.length - MAX_ADDRESSES
    if (left > 0)
      showToast({
        kind: 'error',
        text: t({
          message: plural(left, {
            one: `At most ${MAX_ADDRESSES} addresses at once: the last one was left out.`,
            other: `At most ${MAX_ADDRESSES} addresses at once: the last # were left out.`,
          }),
        }),
      })
  }

  const latest = useRef({ add, addLinks })
  useEffect(() => {
    latest.current = { add, addLinks }
  })
  useEffect(() => {
    setFileDialog(() => input.current?.click())
    const stop = new AbortController()
    const on = <K extends keyof WindowEventMap>(name: K, act: (event: WindowEventMap[K]) => void) =>
      addEventListener(name, act, { signal: stop.signal })
    on('dragenter', (event) => {
      if (!holdsFiles(event)) return
      expectDrop()
      setHeld(event.dataTransfer?.items.length ?? 0)
    })
    // Without this the browser would open what is dropped in the page's place.
    on('dragover', (event) => holdsFiles(event) && event.preventDefault())
    on('dragleave', (event) => {
      // From one element to the next is not out of the window.
      if (event.relatedTarget === null) setHeld(null)
    })
    on('drop', (event) => {
      setHeld(null)
      if (!holdsFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (!takenElsewhere(event.target)) void filesOfDrop(event).then((files) => latest.current.add(files))
    })
    on('paste', (event) => {
      if (isTyping(event.target)) return
      const files = [...(event.clipboardData?.files ?? [])]
      const addresses = files.length === 0 && addressesIn(event.clipboardData?.getData('text/plain') ?? '')
      if (addresses) latest.current.addLinks(addresses)
      else void latest.current.add(files)
    })
    return () => stop.abort()
  }, [])

  const count = held || 1
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files`}
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {children}
      {held !== null && (
        <div
          role="status"
          className={classNames(
            'pointer-events-none fixed inset-2 z-(--z-toast) grid rounded-sheet border-2 border-accent font-strong text-accent',
            // The place that the page has is to be seen.
            document.querySelector(PLACE)
              ? 'place-items-end justify-center pb-4'
              : 'place-items-center bg-accent-tint/90',
          )}
        >
          {taker
            ? taker.says(count)
            : t({ message: plural(count, { one: 'Let go to add # file', other: 'Let go to add # files' }) })}
        </div>
      )}
    </>
  )
}
