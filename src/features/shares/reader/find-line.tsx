import { useEffect, useRef } from 'react'
import { PdfFind, type PdfHandle } from '../../pdf/viewer/index.ts'

/** On a phone the search has a line of its own, and the keyboard at once. */
export function FindLine({ handle }: { handle: PdfHandle }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = line.current
    if (!box) return
    const focus = () => box.querySelector('input')?.focus()
    focus()
    // The field's code may be on its way.
    const observer = new MutationObserver(() => {
      focus()
      observer.disconnect()
    })
    if (!box.querySelector('input')) observer.observe(box, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      handle.find('')
    }
  }, [handle])
  return (
    <div ref={line} className="flex-none border-b border-line-strong bg-surface px-3 py-1.5">
      <PdfFind handle={handle} hotkey={false} className="flex-row! flex-wrap-reverse" />
    </div>
  )
}
