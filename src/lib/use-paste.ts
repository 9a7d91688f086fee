import { useEffect } from 'react'
import { isTyping } from './is-typing.ts'
import { useLatest } from './use-latest.ts'

/**
 * Pastes anywhere outside text fields. react-dropzone receives only those inside the element that
 * has the focus.
 */
export function usePaste(onPaste: (data: DataTransfer) => void): void {
  const latest = useLatest(onPaste)
  useEffect(() => {
    const handle = ({ target, clipboardData }: ClipboardEvent) => {
      if (clipboardData && !isTyping(target)) latest.current(clipboardData)
    }
    addEventListener('paste', handle)
    return () => removeEventListener('paste', handle)
  }, [])
}
