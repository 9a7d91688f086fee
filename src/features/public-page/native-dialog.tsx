import { useLingui } from '@lingui/react/macro'
import { XIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'

type NativeDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Fills the window, for an image. */
  large?: boolean
  children: ReactNode
}

/** The native dialog element, which traps the focus and closes by Escape without a library. */
export function NativeDialog({ open, onClose, title, large, children }: NativeDialogProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open) ref.current?.showModal()
    else if (ref.current?.open) ref.current.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; Escape does the same
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={classNames(
        'm-auto rounded-sheet border border-line-strong bg-raised p-0 text-ink shadow-dialog backdrop:bg-(--scrim)',
        large
          ? 'h-[calc(100dvh-32px)] max-h-none w-[calc(100vw-32px)] max-w-none'
          : 'w-[min(30rem,calc(100vw-32px))]',
      )}
    >
      {open && (
        <div className="flex h-full flex-col">
          <div className="flex min-h-12 flex-none items-center justify-between border-b border-line ps-4 pe-1">
            <h2 id={titleId} className="title text-lead">
              {title}
            </h2>
            <button
              type="button"
              aria-label={t`Close`}
              onClick={onClose}
              className="grid size-11 place-items-center rounded-control text-ink-soft focus-inset hover:text-ink"
            >
              <XIcon className="size-5" />
            </button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </div>
      )}
    </dialog>
  )
}
