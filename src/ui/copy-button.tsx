import { useLingui } from '@lingui/react/macro'
import { CheckIcon, CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ControlSize } from './control.ts'

type CopyButtonProps = {
  text: string
  /** What is copied, if the label alone does not say it. */
  name?: string
  size?: ControlSize
  className?: string
}

/** How long the confirmation is shown. */
const SAYS_MS = 2000

/** Copies text and confirms it. If the browser denies access, a message says to copy it by hand. */
export function CopyButton({ text, name, size = 28, className }: CopyButtonProps) {
  const { t } = useLingui()
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')

  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), SAYS_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  const words = { ready: t`Copy`, copied: t`Copied`, refused: t`Copying blocked` }[state]
  return (
    <>
      <Button
        size={size}
        icon={state === 'copied' ? CheckIcon : CopyIcon}
        onClick={() => void copy()}
        {...(className && { className })}
        {...(name && state === 'ready' && { 'aria-label': name })}
      >
        {words}
      </Button>
      <span role="status" className="sr-only">
        {state === 'ready' ? '' : words}
      </span>
    </>
  )
}
