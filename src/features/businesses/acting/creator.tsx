import { useLingui } from '@lingui/react/macro'
import { useMemberName } from '../../../api/member-names.ts'
import { useActing } from '../../../stores/acting.ts'

/** The creator of an object in the current business; empty in the user's own account. */
export function useCreatorName(id: string | null): string {
  return useMemberName(
    useActing((state) => state.id),
    id,
  )
}

/** Only the name, for a column. */
export function CreatorName({ id }: { id: string | null }) {
  const name = useCreatorName(id)
  return (
    <span translate="no" className="truncate" title={name}>
      {name || '–'}
    </span>
  )
}

/** "by Ana Ruiz", next to other details; empty in the user's own account. */
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
