import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setNotices, usePreferences } from '../../stores/preferences.ts'
import { Switch } from '../../ui/switch.tsx'

const isSupported = () => 'Notification' in window

/** Enables system notifications, for which the browser asks for permission. */
export function DesktopSwitch() {
  const { t } = useLingui()
  const notices = usePreferences((state) => state.notices)
  const [refused, setRefused] = useState(false)
  if (!isSupported()) return null
  async function change(on: boolean) {
    setRefused(false)
    if (!on) return setNotices(false)
    const permission = await Notification.requestPermission()
    if (permission === 'granted') setNotices(true)
    else setRefused(true)
  }
  return (
    <>
      <div className="flex items-center gap-3">
        <Switch
          checked={notices && Notification.permission === 'granted'}
          onChange={(on) => void change(on)}
          label={t`Show on this computer when a long job ends`}
        />
        <span aria-hidden="true">{t`Show on this computer when a long job ends`}</span>
      </div>
      {refused && (
        <p role="alert" className="mt-1 text-small text-bad">
          {t`The browser blocks notifications of this site. Allow them in the site settings of the browser.`}
        </p>
      )}
    </>
  )
}
