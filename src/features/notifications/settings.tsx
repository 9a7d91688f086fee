import { useLingui } from '@lingui/react/macro'
import {
  GROUPS,
  type NotificationGroup,
  useMuteNotifications,
  useNotificationSettings,
} from '../../api/notifications.ts'
import { Switch } from '../../ui/switch.tsx'
import { useActingFor } from '../businesses/acting/index.ts'
import { Coming, Problem, ProblemLine } from '../problems/index.ts'
import { DesktopSwitch } from './desktop-switch.tsx'
import { useGroupNames } from './tabs.ts'

/** A switch for each group of the current account, and one for this browser. */
export function NotificationSettings() {
  const { t } = useLingui()
  const names = useGroupNames()
  const member = useActingFor()
  const { data, error, isPaused, refetch } = useNotificationSettings()
  const { mutate, error: refused } = useMuteNotifications()
  const notes: Record<NotificationGroup, string> = {
    conversions: t`Batches, pipelines and scans that end`,
    signing: t`Signed, declined, completed and expired requests`,
    sharing: t`Downloads and expired links`,
    account: member
      ? t`Credits, storage, billing, verification and members`
      : t`Credits, storage and billing. Security notices are always on.`,
  }
  if (!data)
    return error ? (
      <Problem error={error} onRetry={() => void refetch()} />
    ) : (
      <Coming paused={isPaused} rows={4} />
    )
  const { muted } = data
  const turn = (group: NotificationGroup, on: boolean) =>
    mutate(on ? muted.filter((one) => one !== group) : [...muted, group])
  return (
    <div className="grid w-75 max-w-full gap-3">
      {GROUPS.map((group) => (
        <div key={group} className="flex items-start gap-3">
          <Switch label={names[group]} checked={!muted.includes(group)} onChange={(on) => turn(group, on)} />
          <p className="min-w-0">
            <span aria-hidden="true" className="block">
              {names[group]}
            </span>
            <span className="block text-small text-ink-soft">{notes[group]}</span>
          </p>
        </div>
      ))}
      <ProblemLine error={refused} />
      <div className="border-t border-line pt-3">
        <DesktopSwitch />
      </div>
    </div>
  )
}
