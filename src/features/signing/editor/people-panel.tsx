import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ArrowDownIcon, ListOrderedIcon, MailIcon, PlusIcon, UserIcon, UsersIcon } from 'lucide-react'
import { Fragment, useState } from 'react'
import { MOST_RECIPIENTS } from '../../../api/signing.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useConfirmAct } from '../../problems/index.ts'
import { arrange, atTheEnd, canStep, type Group, groupsOf, moveTo, step, whoOf } from '../people/index.ts'
import {
  type EditorDraft,
  type EditorRecipient,
  fieldsOf,
  newRecipient,
  putRecipient,
  removeRecipient,
} from './draft.ts'
import { FirstSigner } from './first-signer.tsx'
import { OrderDrop } from './order-drop.tsx'
import type { RecipientDialogProps } from './recipient-dialog.tsx'
import { RecipientRow } from './recipient-row.tsx'
import type { Change } from './use-editor-draft.ts'

const DIALOG = deferred<RecipientDialogProps>(
  async () => (await import('./recipient-dialog.tsx')).RecipientDialog,
)

type PeoplePanelProps = {
  draft: EditorDraft
  onChange: Change
  active: string | null
  onActive: (id: string) => void
  /** Recipients whose access codes the server has. */
  coded: ReadonlySet<string>
}

/** All recipients, in signing order. */
export function PeoplePanel({ draft, onChange, active, onActive, coded }: PeoplePanelProps) {
  const { t } = useLingui()
  const { recipients } = draft
  const confirm = useConfirmAct()
  // On phones the focus would open the keyboard over the page.
  const roomy = useMedia('(min-width: 64rem)')
  const [edited, setEdited] = useState<EditorRecipient | null>(null)
  const Dialog = useDeferredDialog(DIALOG, edited !== null, () => setEdited(null))
  const groups = groupsOf(recipients)
  const copies = recipients.filter(atTheEnd)
  const fresh = edited !== null && recipients.every(({ id }) => id !== edited.id)
  const order = (next: readonly EditorRecipient[]) => onChange((now) => ({ ...now, recipients: next }))

  function remove(one: EditorRecipient) {
    const fields = fieldsOf(draft, one.id).length
    const act = () => onChange((now) => removeRecipient(now, one.id))
    if (fields === 0) return act()
    confirm({
      title: t`Remove ${one.name}?`,
      body: t({
        message: plural(fields, {
          one: 'This also removes # field from the pages.',
          other: 'This also removes # fields from the pages.',
        }),
      }),
      act: t`Remove`,
      verb: t`Removing`,
      run: act,
    })
  }
  const row = (one: EditorRecipient) => (
    <RecipientRow
      key={one.id}
      recipient={one}
      who={whoOf(recipients, one.id)}
      fields={fieldsOf(draft, one.id).length}
      active={one.id === active}
      onActive={one.role === 'signer' ? () => onActive(one.id) : null}
      onEdit={() => setEdited(one)}
      onRemove={() => remove(one)}
      onEarlier={canStep(recipients, one.id, -1) ? () => order(step(recipients, one.id, -1)) : null}
      onLater={canStep(recipients, one.id, 1) ? () => order(step(recipients, one.id, 1)) : null}
    />
  )
  return (
    <section aria-label={t`Recipients`} className="p-3">
      <header className="mb-2 flex min-h-8 items-center gap-2">
        <h2 className="title text-lead">{t`Recipients`}</h2>
        {recipients.length > 0 && <span className="text-ink-soft">{recipients.length}</span>}
        <span className="ms-auto flex items-center gap-1">
          {recipients.length > 1 && (
            <Menu
              align="end"
              trigger={<IconButton name={t`Order`} icon={ListOrderedIcon} />}
              entries={[
                { label: t`All at once`, onSelect: () => order(arrange(recipients, 'together')) },
                { label: t`One after another`, onSelect: () => order(arrange(recipients, 'in_turn')) },
              ]}
            />
          )}
          <Button
            size={28}
            icon={PlusIcon}
            disabled={recipients.length >= MOST_RECIPIENTS}
            onClick={() => setEdited(newRecipient(Math.max(1, groups.length)))}
          >
            {t`Add`}
          </Button>
        </span>
      </header>
      {recipients.length === 0 && (
        <FirstSigner
          focus={roomy}
          onAdd={(one) => {
            onChange((now) => putRecipient(now, one))
            onActive(one.id)
          }}
        />
      )}
      {groups.map((group, at) => (
        <Fragment key={group.number}>
          {at > 0 && (
            <OrderDrop group={group.number - 0.5} onMove={(id, to) => order(moveTo(recipients, id, to))}>
              <Between previous={groups[at - 1]} />
            </OrderDrop>
          )}
          <OrderDrop
            group={group.number}
            onMove={(id, to) => order(moveTo(recipients, id, to))}
            className="rounded-sheet border border-line-strong bg-surface"
          >
            <GroupHead group={group} count={groups.length} />
            <ul>{group.people.map(row)}</ul>
          </OrderDrop>
        </Fragment>
      ))}
      {groups.length > 0 && (
        <OrderDrop group={groups.length + 1} onMove={(id, to) => order(moveTo(recipients, id, to))}>
          {copies.length > 0 ? (
            <p className="flex items-center gap-2 px-3 py-1.5 text-small text-ink-soft">
              <ArrowDownIcon className="size-3.5" />
              {t`at the end`}
            </p>
          ) : (
            <p className="h-4" />
          )}
        </OrderDrop>
      )}
      {copies.length > 0 && (
        <div className="rounded-sheet border border-line-strong bg-surface">
          <p className="flex min-h-8 items-center gap-2 px-3 text-small">
            <MailIcon className="size-3.5 text-ink-soft" />
            <b className="font-medium">{t`Copy`}</b>
          </p>
          <ul>{copies.map(row)}</ul>
        </div>
      )}
      {Dialog && edited && (
        <Dialog
          recipient={edited}
          fresh={fresh}
          hasCode={coded.has(edited.id) || Boolean(edited.access_code)}
          others={recipients.filter(({ id }) => id !== edited.id)}
          fields={fieldsOf(draft, edited.id).length}
          onClose={() => setEdited(null)}
          onSave={(one) => {
            onChange((now) => putRecipient(now, one))
            if (one.role === 'signer' && (fresh || active === null)) onActive(one.id)
            setEdited(null)
          }}
        />
      )}
    </section>
  )
}

function GroupHead({ group, count }: { group: Group<EditorRecipient>; count: number }) {
  const { t, i18n } = useLingui()
  const { people, number } = group
  const several = people.length > 1
  const Icon = several ? UsersIcon : UserIcon
  const place =
    count === 1
      ? t`Everyone`
      : (([t`First`, t`Second`, t`Third`] as const)[number - 1] ?? t`Step ${i18n.number(number)}`)
  return (
    <p className="flex min-h-8 items-center gap-2 px-3 text-small">
      <Icon className="size-3.5 text-ink-soft" />
      <b className="font-medium">{place}</b>
      {several && (
        <span className="text-ink-soft">{people.length === 2 ? t`both at once` : t`all at once`}</span>
      )}
    </p>
  )
}

function Between({ previous }: { previous: Group<EditorRecipient> | undefined }) {
  const { t } = useLingui()
  const people = previous?.people ?? []
  const approves = people.every(({ role }) => role === 'approver')
  return (
    <p className="flex items-center gap-2 px-3 py-1.5 text-small text-ink-soft">
      <ArrowDownIcon className="size-3.5" />
      {people.length > 1 ? t`when everyone has finished` : approves ? t`when approved` : t`when signed`}
    </p>
  )
}
