import { useLingui } from '@lingui/react/macro'
import { ContrastIcon } from 'lucide-react'
import { setTheme, type Theme, usePreferences } from '../../stores/preferences.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

export function ThemeMenu() {
  const { t } = useLingui()
  const theme = usePreferences((state) => state.theme)
  const words: Record<Theme, string> = { light: t`Light`, dark: t`Dark`, system: t`System` }
  return (
    <Menu
      trigger={<IconButton name={t`Theme`} icon={ContrastIcon} size={32} />}
      entries={(['light', 'dark', 'system'] as const).map((choice) => ({
        label: words[choice],
        checked: theme === choice,
        onChange: () => setTheme(choice),
      }))}
    />
  )
}
