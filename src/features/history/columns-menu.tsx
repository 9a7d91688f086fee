import { useLingui } from '@lingui/react/macro'
import { Columns3Icon } from 'lucide-react'
import { setHiddenColumns, usePreferences } from '../../stores/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type Column, useRoomFor } from './columns.ts'

/**
 * The visible columns, stored in this browser. File and time identify a row and are always shown.
 */
export function ColumnsMenu() {
  const { t } = useLingui()
  const room = useRoomFor()
  const hidden = usePreferences((state) => state.hiddenColumns)
  const words: Record<Exclude<Column, 'time'>, string> = {
    route: t`From → to`,
    by: t`Created by`,
    status: t`Status`,
    in: t`Original`,
    out: t`Result`,
    quoted: t`Quoted`,
    charged: t`Charged`,
    expires: t`Expires`,
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size={28} icon={Columns3Icon} className="ms-auto max-sm:hidden">
          {t`Columns`}
        </Button>
      }
      entries={[
        ...room
          .filter((one) => one !== 'time')
          .map((one) => ({
            label: words[one],
            checked: !hidden.includes(one),
            onChange: (shown: boolean) =>
              setHiddenColumns(shown ? hidden.filter((other) => other !== one) : [...hidden, one]),
          })),
        'line' as const,
        { label: t`Show all`, disabled: hidden.length === 0, onSelect: () => setHiddenColumns([]) },
      ]}
    />
  )
}
