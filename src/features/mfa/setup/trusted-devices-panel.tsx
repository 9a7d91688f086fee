import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { XIcon } from 'lucide-react'
import { type TrustedDevice, useRemoveTrustedDevice, useTrustedDevices } from '../../../api/mfa.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Coming, Problem, useConfirmAct } from '../../problems/index.ts'
import { iconOfDevice } from './device-icon.ts'
import { daysLeft } from './use-when.ts'

/** Devices that skip the second factor for a while. */
export function TrustedDevicesPanel() {
  const { t, i18n } = useLingui()
  const { data, error, refetch, isPaused } = useTrustedDevices()
  const devices = data?.results ?? []
  return (
    <Panel
      title={t`Trusted devices`}
      flush
      actions={
        devices.length > 0 && (
          <span className="text-ink-soft">{formatNumber(devices.length, i18n.locale)}</span>
        )
      }
    >
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Coming paused={isPaused} rows={2} />
      ) : devices.length === 0 ? (
        <p className="p-4 text-ink-soft">
          {t`No trusted devices. When you sign in with a code, you can trust the device for 30 days.`}
        </p>
      ) : (
        <ul className="py-1.5">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DeviceRow({ device }: { device: TrustedDevice }) {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const { mutateAsync } = useRemoveTrustedDevice()
  const { name, is_current, expires_at, address } = device
  const Icon = iconOfDevice(name)
  const days = daysLeft(expires_at)

  const forget = () =>
    confirm({
      title: t`Remove ${name}?`,
      body: t`It will need a code at its next sign-in. Open sessions on it stay active.`,
      keep: t`Keep`,
      act: t`Remove`,
      verb: t`Removing`,
      run: async () => {
        await mutateAsync(device.id)
      },
    })
  return (
    <li className="flex min-h-9 items-center gap-2 ps-4 pe-3">
      <Icon className="me-0.5 text-ink-soft" />
      <span className="min-w-0 flex-1" title={address}>
        <span translate="no">{name}</span> {is_current && <Badge tone="accent">{t`Current`}</Badge>}
      </span>
      <span className="flex-none text-small text-ink-soft">
        {t({ message: plural(days, { one: '# day left', other: '# days left' }) })}
      </span>
      <IconButton size={24} name={t`Remove ${name}`} icon={XIcon} onClick={forget} />
    </li>
  )
}
