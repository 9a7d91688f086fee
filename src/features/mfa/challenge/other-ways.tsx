import { useLingui } from '@lingui/react/macro'
import {
  ChevronRightIcon,
  KeyRoundIcon,
  ListChecksIcon,
  type LucideIcon,
  MailIcon,
  MessageSquareIcon,
  SmartphoneIcon,
} from 'lucide-react'
import type { MfaMethod } from '../../../api/sign-in.ts'
import type { Confirming } from './use-confirming.ts'

const ICONS: Record<MfaMethod, LucideIcon> = {
  totp: SmartphoneIcon,
  email: MailIcon,
  sms: MessageSquareIcon,
  backup_code: ListChecksIcon,
  password: KeyRoundIcon,
}

/** The other methods. `address`: where e-mail codes are sent, if known. */
export function OtherWays({ confirming, address }: { confirming: Confirming; address?: string | null }) {
  const { t } = useLingui()
  const words: Record<MfaMethod, string> = {
    totp: t`Use authenticator app`,
    email: address ? t`Send a code to ${address}` : t`Send a code by e-mail`,
    sms: t`Send a code by text message`,
    backup_code: t`Use a backup code`,
    password: t`Use password`,
  }
  const others = confirming.methods.filter((method) => method !== confirming.method && method in words)
  if (others.length === 0) return null
  return (
    <ul className="divide-y divide-line border-y border-line-strong">
      {others.map((method) => {
        const Icon = ICONS[method]
        return (
          <li key={method}>
            <button
              type="button"
              onClick={() => confirming.choose(method)}
              className="flex min-h-(--size-touch) w-full items-center gap-3 text-start focus-inset hover:bg-hover"
            >
              <Icon className="text-ink-soft" />
              <span className="min-w-0 flex-1 wrap-anywhere">{words[method]}</span>
              <ChevronRightIcon className="text-ink-faint rtl:-scale-x-100" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
