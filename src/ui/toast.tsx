import { useLingui } from '@lingui/react/macro'
import { type LucideIcon, XIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'

export type ToastAction = { label: string; onClick: () => void }

type ToastProps = {
  icon: LucideIcon
  turning?: boolean
  text: string
  action?: ToastAction
  onClose?: () => void
}

/** One sentence on an inverse bar. The message is also shown elsewhere. */
export function Toast({ icon: Icon, turning, text, action, onClose }: ToastProps) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-11 w-full items-center gap-2.5 rounded-sheet bg-inverse font-sans text-body py-1.5 ps-3.5 pe-2 text-on-inverse **:focus-visible:outline-on-inverse">
      <Icon className={classNames('text-on-inverse-soft', turning && 'turns')} />
      <p className="min-w-0 flex-1 py-1">{text}</p>
      {action && (
        <button
          type="button"
          onClick={action.onClick}
          className="flex-none rounded-control px-2 py-1 font-medium underline underline-offset-4 hover:no-underline touch:min-h-(--size-touch)"
        >
          {action.label}
        </button>
      )}
      {onClose && (
        <button
          type="button"
          aria-label={t`Close`}
          onClick={onClose}
          className="grid size-8 flex-none place-items-center rounded-control text-on-inverse-soft hover:text-on-inverse touch:size-11"
        >
          <XIcon className="size-3.5" />
        </button>
      )}
    </div>
  )
}
