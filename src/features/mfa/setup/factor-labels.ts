import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type LucideIcon, MailIcon, MessageSquareIcon, SmartphoneIcon } from 'lucide-react'
import type { FactorKind, MfaMethod } from '../../../api/mfa.ts'

export const FACTOR_NAMES: Record<FactorKind, MessageDescriptor> = {
  totp: msg`Authenticator app`,
  email: msg`E-mail code`,
  sms: msg`Text message`,
}

export const FACTOR_ICONS: Record<FactorKind, LucideIcon> = {
  totp: SmartphoneIcon,
  email: MailIcon,
  sms: MessageSquareIcon,
}

type Way = MfaMethod | 'google' | 'github'

/** For lists of methods, as in "password, app". */
const WAYS: Record<Way, MessageDescriptor> = {
  password: msg`password`,
  totp: msg`app`,
  email: msg`e-mail code`,
  sms: msg`text message`,
  backup_code: msg`backup code`,
  google: msg`Google`,
  github: msg`GitHub`,
}

/** Names of sign-in methods; unknown ones of a newer instance are shown as they are. */
export function useWays(): (methods: readonly string[]) => string {
  const { i18n } = useLingui()
  return (methods) =>
    methods.map((method) => (method in WAYS ? i18n._(WAYS[method as Way]) : method)).join(', ')
}
