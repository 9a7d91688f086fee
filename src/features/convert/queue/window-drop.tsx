import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { classNames } from '../../../lib/class-names.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { usePaste } from '../../../lib/use-paste.ts'
import { paths } from '../../../paths.ts'
import { setFileDialog, useFileTaker } from '../../../stores/file-taker.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { UNREAD_FILES, useDropZone } from '../../../ui/use-drop-zone.tsx'
import { addAddresses } from './add-stored.ts'
import { addressesIn, MAX_ADDRESSES } from './addresses.ts'

/**
 * Every page receives files: dropped anywhere in the window, pasted, or selected. They go to
 * Convert or to the page's own file taker.
 */
export function WindowDrop({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const taker = useFileTaker()

  const goToConvert = () => {
    if (pathname !== paths.convert()) void navigate(paths.convert())
  }
  async function add(files: readonly File[]) {
    if (files.length === 0) return
    if (taker) return taker.onFiles(files)
    goToConvert()
    const { addOpened } = await import('./add-files.ts')
    for (const { name, count, left } of await addOpened(files)) {
      const opened = t({
        message: plural(count, { one: `# file from ${name}`, other: `# files from ${name}` }),
      })
      const rest = t({
        message: plural(left, { one: '# could not be extracted.', other: '# could not be extracted.' }),
      })
      showToast({ text: left > 0 ? `${opened}. ${rest}` : opened, ...(count === 0 && { kind: 'error' }) })
    }
  }
  function addLinks(addresses: string[]) {
    addAddresses(addresses.slice(0, MAX_ADDRESSES))
    goToConvert()
    const left = addresses.length - MAX_ADDRESSES
    if (left > 0)
      showToast({
        kind: 'error',
        text: t({
          message: plural(left, {
            one: `Up to ${MAX_ADDRESSES} URLs at once. The last one was skipped.`,
            other: `Up to ${MAX_ADDRESSES} URLs at once. The last # were skipped.`,
          }),
        }),
      })
  }

  usePaste((data) => {
    const files = [...data.files]
    const addresses = files.length === 0 && addressesIn(data.getData('text/plain'))
    if (addresses) addLinks(addresses)
    else void add(files)
  })
  const { root, input, open, over, count } = useDropZone({
    label: t`Files`,
    onFiles: (files) => void add(files),
    onError: () => showToast({ kind: 'error', text: t(UNREAD_FILES) }),
  })
  const latestOpen = useLatest(open)
  useEffect(() => setFileDialog(() => latestOpen.current()), [])

  return (
    <div {...root} className="contents">
      {input}
      {children}
      {/* Outside the root element, which is a stacking context below every dialog. */}
      {over &&
        createPortal(
          <div
            role="status"
            className={classNames(
              'pointer-events-none fixed inset-2 z-(--z-toast) grid rounded-sheet border-2 border-accent',
              // A drop zone of the page has to stay visible.
              document.querySelector('[data-drop-zone]')
                ? 'place-items-end justify-center pb-4'
                : 'place-items-center bg-accent-tint/90',
            )}
          >
            <span className="rounded-control bg-accent px-4 py-2 font-strong text-on-accent">
              {taker
                ? taker.hint(count)
                : t({ message: plural(count, { one: 'Drop to add # file', other: 'Drop to add # files' }) })}
            </span>
          </div>,
          document.body,
        )}
    </div>
  )
}
