import { useLingui } from '@lingui/react/macro'
import { SignatureIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useSigningSessions } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ResourceList, useChangeView } from '../../lists/index.ts'
import {
  filtersOf,
  SESSION_STATES,
  SessionDialogs,
  type SigningListView,
  SORTS,
  type Sort,
  STATE_WORDS,
  searchOf,
} from '../session/index.ts'
import { SidePanel } from './side-panel.tsx'
import { useSessionBulk } from './use-session-bulk.ts'
import { useSessionList } from './use-session-list.tsx'

/** The signature requests that match the view in the URL. */
export function Sessions({ view }: { view: SigningListView }) {
  const { t, i18n } = useLingui()
  const sessions = useSigningSessions(filtersOf(view))
  const bulk = useSessionBulk()
  const change = useChangeView(view, searchOf)
  const onSort = (sort: Sort) => change({ sort })
  const list = useSessionList(view.sort, onSort)
  const sorts: Record<Sort, string> = {
    changed: t`Last modified`,
    made: t`Newest first`,
    title: t`Title, A to Z`,
  }
  return (
    <>
      <ResourceList
        list={list}
        query={sessions}
        bulk={bulk}
        panel={(session) => <SidePanel session={session} />}
        filtered={view.q !== '' || view.state !== null || view.by !== null}
        noMatches={{
          hint: t`Remove a filter, or search for part of a title, name or e-mail address.`,
          onClear: () => change({ q: '', state: null, by: null }),
        }}
        bar={{
          search: {
            label: t`Search signature requests`,
            placeholder: t`Title, name or e-mail`,
            value: view.q,
            onChange: (q) => change({ q }),
          },
          chips: (
            <ChoiceChip
              label={t`Status`}
              options={SESSION_STATES}
              wordOf={(one) => i18n._(STATE_WORDS[one])}
              value={view.state}
              onChange={(state) => change({ state })}
            />
          ),
          creator: { value: view.by, onChange: (by) => change({ by }) },
          order: { orders: SORTS, words: sorts, value: view.sort, onChange: onSort },
        }}
        empty={
          <Empty
            icon={SignatureIcon}
            title={t`No signature requests yet`}
            action={{ label: t`New signature request`, render: <Link to={paths.newSigning()} /> }}
          >
            {t`Send a PDF for signature; recipients don’t need an account. Track who viewed and signed it, then download the sealed PDF.`}
          </Empty>
        }
      />
      <SessionDialogs sessions={sessions.data?.rows ?? []} />
    </>
  )
}
