import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Input } from '../../ui/input.tsx'

type RenameFieldProps = {
  name: string
  onDone: (name: string | null) => void
}

/** Renames in place. Enter and blur save, Escape cancels; the extension is not selected. */
export function RenameField({ name, onDone }: RenameFieldProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    const dot = name.lastIndexOf('.')
    input.current?.focus()
    input.current?.setSelectionRange(0, dot > 0 ? dot : name.length)
  }, [name])
  function end(next: string | null) {
    if (ended.current) return
    ended.current = true
    onDone(next)
  }
  return (
    <Input
      ref={input}
      size={28}
      defaultValue={name}
      maxLength={255}
      aria-label={t`New name for ${name}`}
      spellCheck={false}
      translate="no"
      onBlur={({ target }) => end(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        end(event.key === 'Enter' ? event.currentTarget.value : null)
      }}
    />
  )
}
