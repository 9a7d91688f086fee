import { useLingui } from '@lingui/react/macro'
import { CheckIcon, CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'

/** How long the confirmation is shown. */
const SAYS_MS = 2000

/** A file's SHA-256: its ends to compare visually, and a copy button for all of it. */
export function CopySum({ sum }: { sum: string }) {
  const { t } = useLingui()
  const [notice, setNotice] = useState('')
  useEffect(() => {
    if (notice === '') return
    const timer = setTimeout(() => setNotice(''), SAYS_MS)
    return () => clearTimeout(timer)
  }, [notice])

  async function copy() {
    try {
      await navigator.clipboard.writeText(sum)
      setNotice(t`Copied`)
    } catch {
      setNotice(t`Not allowed`)
    }
  }
  const Icon = notice === t`Copied` ? CheckIcon : CopyIcon
  return (
    <>
      <span className="mono min-w-0 flex-1 text-[0.8125rem]" title={sum}>
        SHA-256{' '}
        <span className="ms-1 whitespace-nowrap">{`${sum.slice(0, 4)} ${sum.slice(4, 8)}…${sum.slice(-4)}`}</span>
      </span>
      <span role="status" className="text-small">
        {notice}
      </span>
      <button
        type="button"
        aria-label={t`Copy SHA-256`}
        onClick={() => void copy()}
        className="-me-2 grid size-8 flex-none place-items-center rounded-control hover:bg-hover touch:-me-3.5 touch:size-11"
      >
        <Icon />
      </button>
    </>
  )
}
