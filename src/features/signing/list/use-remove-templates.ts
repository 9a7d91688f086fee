import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2Icon } from 'lucide-react'
import { type SigningTemplate, useRemoveSigningTemplate } from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import type { BulkAction } from '../../../ui/bulk-bar.tsx'
import { useConfirmEach } from '../../lists/index.ts'
import { LONG } from '../session/index.ts'

/** Deletes one template, or all that are selected, after a confirmation. */
export function useRemoveTemplates() {
  const { t } = useLingui()
  const confirmEach = useConfirmEach()
  const { mutateAsync } = useRemoveSigningTemplate()
  const shared = { act: t`Delete`, verb: t`Deleting` }
  const each = ({ id }: SigningTemplate) => mutateAsync(id)
  return {
    removeOne(template: SigningTemplate) {
      const name = cutMiddle(template.name, LONG)
      confirmEach({
        ...shared,
        title: t`Delete “${name}”?`,
        body: t`The template is permanently deleted. Signature requests created from it aren’t affected.`,
        rows: [template],
        each,
        done: t`“${name}” deleted`,
      })
    },
    bulk(chosen: readonly SigningTemplate[], clear: () => void): BulkAction[] {
      const count = chosen.length
      const remove = () =>
        confirmEach({
          ...shared,
          title: t({ message: plural(count, { one: 'Delete # template?', other: 'Delete # templates?' }) }),
          body: t`Signature requests created from them aren’t affected.`,
          rows: chosen,
          each,
          done: t({ message: plural(count, { one: '# template deleted', other: '# templates deleted' }) }),
          after: clear,
        })
      return [{ label: t`Delete ${count}`, icon: Trash2Icon, onClick: remove }]
    },
  }
}
