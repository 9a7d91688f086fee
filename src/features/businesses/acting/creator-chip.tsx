import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMembers } from '../../../api/business-users.ts'
import { chipValue } from '../../../lib/chip-value.ts'
import { useActing } from '../../../stores/acting.ts'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useCreatorName } from './creator.tsx'

type CreatorChipProps = {
  /** A user's id. */
  value: string | null
  onChange: (id: string | null) => void
}

/** A filter by creator. Only in a business: a personal account has one user. */
export function CreatorChip({ value, onChange }: CreatorChipProps) {
  const { t } = useLingui()
  const business = useActing((state) => state.id)
  const name = useCreatorName(value)
  if (business === null) return null
  return (
    <Popover
      label={t`Created by`}
      flush
      trigger={
        <FilterChip
          label={t`Created by`}
          {...chipValue(value && (name || t`A member`), () => onChange(null))}
        />
      }
    >
      <Choices business={business} onChange={onChange} />
    </Popover>
  )
}

function Choices({ business, onChange }: { business: string; onChange: CreatorChipProps['onChange'] }) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const { data } = useMembers(business, { ...(query.trim() && { query: query.trim() }) })
  return (
    <div className="w-64">
      <div className="border-b border-line p-2">
        <SearchBox
          label={t`Search members`}
          placeholder={t`Name or e-mail`}
          value={query}
          onChange={setQuery}
          hotkey=""
          className="w-full"
        />
      </div>
      <ul className="max-h-64 overflow-y-auto py-1">
        {data?.rows.map(({ id, user_id, name, email }) => (
          <li key={id}>
            <button
              type="button"
              translate="no"
              className="grid min-h-9 w-full content-center px-3 py-1 text-start focus-inset hover:bg-hover touch:min-h-(--size-touch)"
              onClick={() => onChange(user_id)}
            >
              <span className="truncate">{name}</span>
              {name !== email && <span className="truncate text-small text-ink-soft">{email}</span>}
            </button>
          </li>
        ))}
        {data?.rows.length === 0 && <li className="px-3 py-2 text-ink-soft">{t`No matches`}</li>}
      </ul>
    </div>
  )
}
