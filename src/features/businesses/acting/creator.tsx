import { useLingui } from '@lingui/react/macro'
import { useMemberName } from '../../../api/member-names.ts'
import { useActing } from '../../../stores/acting.ts'

/** Who made something of the business that is acted for; empty where one acts for oneself. */
export function useCreatorName(id: string | null): string {
  return useMemberName(
    useActing((state) => state.id),
    id,
  )
}

/** The name alone, for a column. */
export function CreatorName({ id }: { id: string | null }) {
  const name = useCreatorName(id)
  return (
    <span translate="no" className="truncate" title={name}>
      {name || '–'}
    </span>
  )
}

/** "by Ana Ruiz", beside what else a row says; nothing where one acts for oneself. */
export function Creator({ id }: { id: string | null }) {
  const { t } = useLingui()
  const name = useCreatorName(id)
  if (!name) return null
  return (
    <span translate="no" className="truncate" title={name}>
      {t`by ${name}`}
    </span>
  )
}
