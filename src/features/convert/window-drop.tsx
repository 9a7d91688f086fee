import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useLocation, useNavigate } from 'react-router'
import { classNames } from '../../lib/class-names.ts'
import { isTyping } from '../../lib/use-hotkeys.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toaster.tsx'
import { addAddresses, addOpened } from './add-files.ts'
import { addressesIn, MAX_ADDRESSES } from './addresses.ts'

/** A page may have a place of its own for files: what is dropped there is its affair. */
const PLACE = '[data-takes-files]'
const takenElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest(PLACE) !== null

let open: () => void = () => {}
/** Opens the system's file dialog; its input stands once, in the shell. */
export const browseFiles = (): void => open()

/** Every page takes files: dropped anywhere in the window, pasted, or chosen. They lie on Convert then. */
export function WindowDrop({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  const goThere = () => {
    if (pathname !== paths.convert()) void navigate(paths.convert())
  }
  async function add(files: readonly File[]) {
    if (files.length === 0) return
    goThere()
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
  const [count, setCount] = useState(0)
  const zone = useDropzone({
    onDrop: (accepted, _, event) => {
      if (!takenElsewhere(event.target)) void add(accepted)
    },
    onDragEnter: (event) => setCount('dataTransfer' in event ? (event.dataTransfer?.items.length ?? 0) : 0),
    noClick: true,
    noKeyboard: true,
  })
  const { getRootProps, getInputProps, isDragActive } = zone

  useEffect(() => {
    open = zone.open
  }, [zone.open])

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      const files = [...(event.clipboardData?.files ?? [])]
      const addresses = files.length === 0 && addressesIn(event.clipboardData?.getData('text/plain') ?? '')
      if (addresses) {
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
      } else void add(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  })

  return (
    <div {...getRootProps({ role: 'presentation' })}>
      <input {...getInputProps({ 'aria-label': t`Files to convert`, style: { display: 'none' } })} />
      {children}
      {isDragActive && (
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
          {t({
            message: plural(count || 1, { one: 'Let go to add # file', other: 'Let go to add # files' }),
          })}
        </div>
      )}
    </div>
  )
}
