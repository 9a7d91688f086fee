import { useLingui } from '@lingui/react/macro'
import { CombineIcon } from 'lucide-react'
import type { Catalog } from '../../../api/convert.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { LazyPopup } from '../../../ui/lazy-popup.tsx'
import { useFiles } from './files.ts'
import { mergeable } from './merges.ts'
import { mergeOf } from './targets.ts'

export const mergePopup = deferred(async () => (await import('./merge-popup.tsx')).MergePopup)

/** Merges several files, if at least two can be merged. */
export function MergeButton({ catalog }: { catalog: Catalog }) {
  const { t } = useLingui()
  const files = useFiles((state) => state.files)
  const merge = mergeOf(catalog)
  if (!merge || mergeable(catalog, files, merge).length < 2) return null
  return (
    <LazyPopup
      trigger={<Button size={28} icon={CombineIcon} hotkey="M" data-merge="">{t`Merge`}</Button>}
      popup={mergePopup}
      haspopup="dialog"
      given={{ catalog, merge }}
    />
  )
}
