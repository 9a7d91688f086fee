import { useLingui } from '@lingui/react/macro'
import { CheckIcon, CircleAlertIcon, LoaderIcon, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Base, toast } from 'sonner'
import { Toast, type ToastAction } from './toast.tsx'
import type { Saying } from './toaster.tsx'

const icons = { done: CheckIcon, error: CircleAlertIcon, working: LoaderIcon }

function say(id: string, { text, kind = 'done', icon = icons[kind], undo, action }: Saying): void {
  const duration = kind === 'done' ? (undo || action ? 8000 : 4000) : Number.POSITIVE_INFINITY
  toast.custom(
    (id) => (
      <Line
        icon={icon}
        turning={kind === 'working'}
        text={text}
        undo={undo}
        action={action}
        close={() => toast.dismiss(id)}
        closable={kind !== 'working'}
      />
    ),
    { id, duration },
  )
}

const speaker = { say, hide: (id: string) => void toast.dismiss(id) }
export type Speaker = typeof speaker

type ToastHostProps = {
  dir?: 'ltr' | 'rtl' | undefined
  /** Called on mount: messages are only received from then on. */
  onReady: (speaker: Speaker) => () => void
}

/** Shows the toasts. Its code is loaded with the first one. */
export function ToastHost({ dir, onReady }: ToastHostProps) {
  const { t } = useLingui()
  useEffect(() => onReady(speaker), [onReady])
  return createPortal(
    <Base
      position={dir === 'rtl' ? 'bottom-right' : 'bottom-left'}
      dir={dir}
      gap={8}
      visibleToasts={3}
      offset={{ bottom: 'var(--toast-foot, 16px)', left: 16, right: 16 }}
      mobileOffset={{ bottom: 'var(--toast-foot, 16px)', left: 16, right: 16 }}
      containerAriaLabel={t`Notifications`}
      toastOptions={{ unstyled: true, className: 'w-full sm:w-90' }}
    />,
    document.body,
  )
}

type LineProps = {
  icon: LucideIcon
  turning: boolean
  text: string
  undo?: () => void
  action?: ToastAction
  close: () => void
  closable: boolean
}

function Line({ undo, action, close, closable, ...line }: LineProps) {
  const { t } = useLingui()
  const given = undo ? { label: t`Undo`, onClick: undo } : action
  const act = given && {
    label: given.label,
    onClick: () => {
      given.onClick()
      close()
    },
  }
  return <Toast {...line} action={act} onClose={closable ? close : undefined} />
}
