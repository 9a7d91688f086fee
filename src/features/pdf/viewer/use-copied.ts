import { type RefObject, useEffect } from 'react'
import { plain } from './copy.ts'

/**
 * Makes a page's text easy to select, and copied text plain: letters instead of ligatures and
 * presentation forms.
 */
export function useCopied(layer: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const box = layer.current
    if (!box) return
    const begin = () => {
      box.classList.add('selecting')
      addEventListener('pointerup', end)
      addEventListener('blur', end)
    }
    const end = () => {
      box.classList.remove('selecting')
      removeEventListener('pointerup', end)
      removeEventListener('blur', end)
    }
    const onCopy = (event: ClipboardEvent) => {
      const selected = getSelection()?.toString() ?? ''
      event.clipboardData?.setData('text/plain', plain(selected))
      event.preventDefault()
    }
    box.addEventListener('mousedown', begin)
    box.addEventListener('copy', onCopy)
    return () => {
      end()
      box.removeEventListener('mousedown', begin)
      box.removeEventListener('copy', onCopy)
    }
  }, [layer])
}
