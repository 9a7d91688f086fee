import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  BanIcon,
  CircleAlertIcon,
  CircleXIcon,
  DownloadIcon,
  KeyIcon,
  KeyRoundIcon,
  LinkIcon,
  ListChecksIcon,
  LockIcon,
  LockOpenIcon,
  LogInIcon,
  LogOutIcon,
  type LucideIcon,
  MailCheckIcon,
  MailIcon,
  MonitorCheckIcon,
  MonitorXIcon,
  RotateCwIcon,
  ShieldCheckIcon,
  ShieldPlusIcon,
  ShieldXIcon,
  Trash2Icon,
  Undo2Icon,
  UnlinkIcon,
  UserPlusIcon,
} from 'lucide-react'
import type { SecurityEvent } from '../../../api/access.ts'
import { FACTOR_NAMES, useWays } from './factor-labels.ts'

type Kind = SecurityEvent['kind']

export const EVENT_ICONS: Record<Kind, LucideIcon> = {
  signed_up: UserPlusIcon,
  signed_in: LogInIcon,
  sign_in_failed: CircleXIcon,
  sign_in_blocked: BanIcon,
  signed_out: LogOutIcon,
  session_ended: LogOutIcon,
  sessions_ended: LogOutIcon,
  confirmed: ShieldCheckIcon,
  confirm_failed: CircleXIcon,
  confirm_blocked: BanIcon,
  factor_added: ShieldPlusIcon,
  factor_removed: ShieldXIcon,
  backup_codes_made: ListChecksIcon,
  backup_code_used: KeyIcon,
  device_trusted: MonitorCheckIcon,
  device_forgotten: MonitorXIcon,
  password_changed: KeyRoundIcon,
  password_reset_asked: KeyRoundIcon,
  password_reset: KeyRoundIcon,
  email_verified: MailCheckIcon,
  email_change_asked: MailIcon,
  email_changed: MailIcon,
  identity_linked: LinkIcon,
  identity_unlinked: UnlinkIcon,
  api_key_made: KeyIcon,
  api_key_revoked: KeyIcon,
  token_reused: CircleAlertIcon,
  deletion_asked: Trash2Icon,
  deletion_taken_back: Undo2Icon,
  data_exported: DownloadIcon,
  conversions_retried: RotateCwIcon,
  account_locked: LockIcon,
  account_unlocked: LockOpenIcon,
  factors_reset: ShieldXIcon,
  password_link_sent: KeyRoundIcon,
}

/** Events that need attention: refused, or suspicious. */
const FAILED: readonly Kind[] = [
  'sign_in_failed',
  'sign_in_blocked',
  'confirm_failed',
  'confirm_blocked',
  'token_reused',
]
export const isFailure = ({ kind }: SecurityEvent): boolean => FAILED.includes(kind)

/** Texts of events; a missing one is a type error. */
export function useEventLabels(): (event: SecurityEvent) => string {
  const { t, i18n } = useLingui()
  const inWords = useWays()
  return ({ kind, detail }) => {
    const ways = inWords((detail.method ?? '').split(', ').filter(Boolean))
    const factor =
      detail.method && detail.method in FACTOR_NAMES
        ? i18n._(FACTOR_NAMES[detail.method as keyof typeof FACTOR_NAMES])
        : t`Verification method`
    const key = detail.name ?? '–'
    const provider = inWords([detail.provider ?? ''])
    const many = Number(detail.count ?? 0)
    const device = detail.device
    const words: Record<Kind, string> = {
      signed_up: t`Account created`,
      signed_in: ways ? t`Signed in with ${ways}` : t`Signed in`,
      sign_in_failed: t`Sign-in failed`,
      sign_in_blocked: t`Sign-in blocked after too many attempts`,
      signed_out: t`Signed out`,
      session_ended: device ? t`Session on ${device} ended` : t`Session ended`,
      sessions_ended: t({ message: plural(many, { one: '# session ended', other: '# sessions ended' }) }),
      confirmed: ways ? t`Identity verified with ${ways}` : t`Identity verified`,
      confirm_failed:
        detail.method === 'password' ? t`Wrong password` : ways ? t`Wrong code (${ways})` : t`Wrong code`,
      confirm_blocked: t`Verification blocked after too many attempts`,
      factor_added: t`${factor} added`,
      factor_removed: t`${factor} removed`,
      backup_codes_made: t`Backup codes created`,
      backup_code_used: t`Backup code used`,
      device_trusted: t`Device trusted`,
      device_forgotten: device ? t`${device} no longer trusted` : t`Device no longer trusted`,
      password_changed: t`Password changed`,
      password_reset_asked: t`Password reset requested`,
      password_reset: t`Password reset by link`,
      email_verified: t`E-mail address confirmed`,
      email_change_asked: t`E-mail address change requested`,
      email_changed: t`E-mail address changed`,
      identity_linked: t`${provider} connected`,
      identity_unlinked: t`${provider} disconnected`,
      api_key_made: t`API key “${key}” created`,
      api_key_revoked: t`API key “${key}” revoked`,
      token_reused: t`Reused token detected; session ended`,
      deletion_asked: t`Account deletion requested`,
      deletion_taken_back: t`Account deletion cancelled`,
      data_exported: t`Data exported`,
      conversions_retried: t`Failed conversions retried`,
      account_locked: t`Account locked by an administrator`,
      account_unlocked: t`Account unlocked by an administrator`,
      factors_reset: t`Second factor reset by an administrator`,
      password_link_sent: t`Password reset link sent by an administrator`,
    }
    return words[kind]
  }
}
