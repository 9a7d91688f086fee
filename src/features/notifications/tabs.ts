import { useLingui } from '@lingui/react/macro'
import { GROUPS, type NotificationGroup } from '../../api/notifications.ts'

export type Tab = 'all' | NotificationGroup

export const groupOf = (tab: Tab): NotificationGroup | null => (tab === 'all' ? null : tab)

/** The tab of a URL parameter. */
export const asTab = (text: string | null): Tab => GROUPS.find((group) => group === text) ?? 'all'

export function useGroupNames(): Record<NotificationGroup, string> {
  const { t } = useLingui()
  return { conversions: t`Conversions`, signing: t`Signing`, sharing: t`Sharing`, account: t`Account` }
}

export function useTabs(): { value: Tab; label: string }[] {
  const { t } = useLingui()
  const names = useGroupNames()
  return [{ value: 'all', label: t`All` }, ...GROUPS.map((value) => ({ value, label: names[value] }))]
}
