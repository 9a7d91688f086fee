import { useLingui } from '@lingui/react/macro'
import { BookmarkIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useSigningTemplates } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ResourceList, useChangeView } from '../../lists/index.ts'
import { type SigningListView, searchOf, useOpenDialog } from '../session/index.ts'
import { useRemoveTemplates } from './use-remove-templates.ts'
import { useTemplateList } from './use-template-list.tsx'

const USE = deferred(async () => (await import('./use-dialog.tsx')).UseDialog)

/** The templates that new signature requests can be created from. */
export function Templates({ view }: { view: SigningListView }) {
  const { t } = useLingui()
  const { kind, id, close } = useOpenDialog()
  const { q } = view
  const templates = useSigningTemplates(q.trim() ? { q: q.trim() } : {})
  const list = useTemplateList()
  const { bulk } = useRemoveTemplates()
  const change = useChangeView(view, searchOf)
  const chosen = templates.data?.rows.find((one) => one.id === id)
  const Use = useDeferredDialog(USE, kind === 'use' && chosen !== undefined, close)
  return (
    <>
      <ResourceList
        list={list}
        query={templates}
        bulk={bulk}
        filtered={q !== ''}
        noMatches={{
          hint: t`Search for another part of the name.`,
          onClear: () => change({ q: '' }),
        }}
        bar={{
          search: {
            label: t`Search templates`,
            placeholder: t`Name`,
            value: q,
            onChange: (next) => change({ q: next }),
          },
        }}
        empty={
          <Empty
            icon={BookmarkIcon}
            title={t`No templates yet`}
            action={{ label: t`View signature requests`, render: <Link to={paths.signing()} /> }}
          >
            {t`Save a signature request as a template to reuse its document and fields with new recipients.`}
          </Empty>
        }
      />
      {Use && chosen && <Use template={chosen} onClose={close} />}
    </>
  )
}
