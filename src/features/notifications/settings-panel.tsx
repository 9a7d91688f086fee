import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { NotificationSettings } from './settings.tsx'

/**
 * The settings next to the list, on very wide screens. A link to the settings focuses them here.
 */
export function SettingsPanel() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const panel = useRef<HTMLElement>(null)
  const wanted = search.get('settings') === '1'
  useEffect(() => {
    if (wanted) panel.current?.focus()
  }, [wanted])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t`Notification settings`}
      className="w-88 flex-none overflow-y-auto border-s border-line-strong p-5 focus-visible:focus-inset"
    >
      <h2 className="title mb-4 text-lead">{t`Settings`}</h2>
      <NotificationSettings />
    </aside>
  )
}
