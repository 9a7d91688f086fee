import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { SendIcon } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { useSendSigning } from '../../../api/signing.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { formatList } from '../../../lib/format-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { groupsOf } from '../people/index.ts'
import { faultsOf } from './draft.ts'
import { Readiness } from './readiness.tsx'
import type { Editor } from './use-editor-draft.ts'

export type SendDialogProps = { id: string; desk: Editor; onClose: () => void }

/** The message, who is notified first, and the send button. */
export function SendDialog({ id, desk, onClose }: SendDialogProps) {
  const { t, i18n } = useLingui()
  const form = useId()
  const { mutateAsync } = useSendSigning()
  const { draft, change, saveState } = desk
  const faults = faultsOf(draft, new Date())
  const names = (people: readonly { name: string }[]) =>
    formatList(
      people.map(({ name }) => name),
      i18n.locale,
    )
  const [first, ...later] = groupsOf(draft.recipients)
  const copies = draft.recipients.filter(({ role }) => role === 'copy')

  const sending = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      if (!(await desk.flush())) return
      await mutateAsync({ session_id: id })
      showToast({ text: t`Sent to ${names(first?.people ?? [])}` })
    },
  })
  function send(event: FormEvent) {
    event.preventDefault()
    if (!sending.isPending && faults.length === 0) sending.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !sending.isPending && onClose()}
      title={t`Send “${draft.title.trim()}”`}
      foot={
        <>
          <DialogClose render={<Button disabled={sending.isPending}>{t`Back to fields`}</Button>} />
          <Button
            variant="primary"
            icon={SendIcon}
            type="submit"
            form={form}
            working={sending.isPending}
            verb={t`Sending`}
            disabled={faults.length > 0}
          >
            {t`Send`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="grid gap-4">
        <Field label={t`Message`} help={t`Shown in the e-mail and above the document.`}>
          <Textarea
            rows={4}
            maxLength={4000}
            value={draft.message}
            placeholder={t`What the document is about, and when you need it signed.`}
            onChange={({ target }) => change((now) => ({ ...now, message: target.value }), 'message')}
          />
        </Field>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {first && (
            <>
              <dt className="text-ink-soft">{t`Sent now to`}</dt>
              <dd>{names(first.people)}</dd>
            </>
          )}
          {later.map(({ number, people }) => (
            <div key={number} className="contents">
              <dt className="text-ink-soft">{t`Then`}</dt>
              <dd>{names(people)}</dd>
            </div>
          ))}
          {copies.length > 0 && (
            <>
              <dt className="text-ink-soft">{t`Copy to`}</dt>
              <dd>{names(copies)}</dd>
            </>
          )}
          <dt className="text-ink-soft">{t`Deadline`}</dt>
          <dd>
            {draft.deadline_at
              ? formatDateTime(new Date(draft.deadline_at), { locale: i18n.locale })
              : t`No deadline`}
          </dd>
        </dl>
        {faults.length > 0 && (
          <div className="-mx-3 -mb-3">
            <Readiness faults={faults} />
          </div>
        )}
        <ProblemLine error={sending.error} />
        {saveState.state === 'failed' && <ProblemLine error={saveState.error} />}
      </form>
    </Dialog>
  )
}
