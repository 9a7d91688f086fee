import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/account.ts'
import { q } from '../../api/query-client.ts'
import { formatDayShort } from '../../lib/format-date.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { paths } from '../../paths.ts'
import type { PaletteGroup } from '../../ui/command-palette.tsx'
import { familyIcons } from '../../ui/family.ts'
import { useMay } from '../businesses/acting/index.ts'
import { useSourceName } from '../convert/conversion/index.ts'

/** Stored files and conversions found by the server; the newest without a search. */
export function usePaletteFiles(search: string, run: (act: () => void) => () => void): PaletteGroup[] {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const called = useSourceName()
  const may = useMay()
  const { data: user } = useSession()
  const searching = search.length > 1
  const query = searching ? { q: search.slice(0, 100) } : {}
  const common = {
    placeholderData: <T>(previous: T) => previous,
    throwOnError: false,
    enabled: user !== undefined && user !== null,
  }
  const conversions = useQuery({
    ...q('listConversions', { query: { page_size: 8, ...query } }),
    ...common,
    enabled: common.enabled && may('history:read'),
  }).data
  const stored = useQuery({
    ...q('listUserFiles', { query: { page_size: 5, ...query } }),
    ...common,
    enabled: common.enabled && may('storage:read'),
  }).data
  const day = (at: string) => formatDayShort(new Date(at), { locale: i18n.locale })
  return [
    {
      name: t`Storage`,
      items: (stored?.results ?? []).map(({ id, file_name, family, format, created_at }) => ({
        id,
        label: file_name,
        icon: family === 'other' ? FileIcon : familyIcons[family],
        words: format ? [format] : [],
        note: [format && formatLabel(format), day(created_at)].filter(Boolean).join(', '),
        act: t`Open file`,
        found: searching,
        onSelect: run(() => void navigate(paths.storedFile(id))),
      })),
    },
    {
      name: t`Conversions`,
      items: (conversions?.results ?? []).map((one) => ({
        id: one.conversion_id,
        label: called(one.filename, one.file_count),
        icon: familyIcons[one.family],
        words: [one.source_format, one.target_format],
        note: `${formatLabel(one.source_format)} → ${formatLabel(one.target_format)}, ${day(one.created_at)}`,
        act: t`Open conversion`,
        // The search may match a format or an id that is not in the name.
        found: searching,
        onSelect: run(() => void navigate(paths.conversion(one.conversion_id))),
      })),
    },
  ]
}
