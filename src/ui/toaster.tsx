import { useLingui } from '@lingui/react/macro'
import { CheckIcon, CircleAlertIcon, LoaderIcon, type LucideIcon } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Toaster as Base, toast } from 'sonner'
import { Toast, type ToastAction } from './toast.tsx'

type Saying = {
  text: string
  icon?: LucideIcon
  /** What takes it back: the toast stays 8 s and has Undo. */
  undo?: () => void
  action?: ToastAction
  /** The same id replaces what it said: progress, then the result. */
  id?: string
} & ({ kind?: 'done' | 'error' } | { kind: 'working'; id: string })

const icons = { done: CheckIcon, error: CircleAlertIcon, working: LoaderIcon }

/** Says one sentence at the foot. An error stays until it is closed, and it is never the only place of it. */
export function showToast({
  text,
  kind = 'done',
  icon = icons[kind],
  undo,
  action,
  id,
}: Saying): string | number {
  const duration = kind === 'done' ? (undo || action ? 8000 : 4000) : Number.POSITIVE_INFINITY
  return toast.custom(
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

export function hideToast(id: string | number) {
  toast.dismiss(id)
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

/** Stands once, beside the app's root, so that a toast lies over dialogs as well. */
export function Toaster({ dir }: { dir?: 'ltr' | 'rtl' }) {
  const { t } = useLingui()
  return createPortal(
    <Base
      position={dir === 'rtl' ? 'bottom-right' : 'bottom-left'}
      dir={dir}
      gap={8}
      visibleToasts={3}
      offset={{ bottom: 16, left: 16, right: 16 }}
      mobileOffset={16}
      containerAriaLabel={t`Notices`}
      toastOptions={{ unstyled: true, className: 'w-full sm:w-90' }}
    />,
    document.body,
  )
}
