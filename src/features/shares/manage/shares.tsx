import { useLingui } from '@lingui/react/macro'
import { LinkIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useShares } from '../../../api/shares.ts'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ResourceList, useChangeView } from '../../lists/index.ts'
import { SHARE_STATES, STATE_WORDS } from './labels.ts'
import { ShareDialogs } from './share-dialogs.tsx'
import { SidePanel } from './side-panel.tsx'
import { useOpenDialog } from './use-open-dialog.ts'
import { useShareActions } from './use-share-actions.ts'
import { useShareList } from './use-share-list.tsx'
import { filtersOf, parseView, searchOf } from './view.ts'

/** The links that match the view in the URL. */
export function Shares() {
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  const { open } = useOpenDialog()
  const view = parseView(search)
  const change = useChangeView(view, searchOf)
  const shares = useShares(filtersOf(view))
  const list = useShareList()
  const { bulk } = useShareActions()
  return (
    <>
      <ResourceList
        list={list}
        query={shares}
        bulk={bulk}
        panel={(share) => <SidePanel share={share} />}
        filtered={view.q !== '' || view.state !== null || view.by !== null}
        noMatches={{
          hint: t`Remove a filter or search for part of the name.`,
          onClear: () => change({ q: '', state: null, by: null }),
        }}
        bar={{
          search: {
            label: t`Search links`,
            placeholder: t`Title or file`,
            value: view.q,
            onChange: (q) => change({ q }),
          },
          chips: (
            <ChoiceChip
              label={t`Status`}
              options={SHARE_STATES}
              wordOf={(one) => i18n._(STATE_WORDS[one])}
              value={view.state}
              onChange={(state) => change({ state })}
            />
          ),
          creator: { value: view.by, onChange: (by) => change({ by }) },
        }}
        empty={
          <Empty
            icon={LinkIcon}
            title={t`No links yet`}
            action={{ label: t`New link`, onClick: () => open('new') }}
          >
            {t`A link lets people download a file without an account. You see who opened it and can revoke it at any time.`}
          </Empty>
        }
      />
      <ShareDialogs shares={shares.data?.rows ?? []} />
    </>
  )
}
