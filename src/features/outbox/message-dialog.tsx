import { useLingui } from '@lingui/react/macro'
import type { OutboxMessage } from '../../api/access.ts'
import { formatMomentLine } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { LinkedText } from './linked-text.tsx'
import { STATE_WORDS } from './state-labels.ts'

/** A message as sent. */
export default function MessageDialog({ message, onClose }: { message: OutboxMessage; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const at = (iso: string) => formatMomentLine(new Date(iso), { locale: i18n.locale })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={message.subject ? <span translate="no">{message.subject}</span> : t`Text message`}
      foot={<DialogClose render={<Button>{t`Close`}</Button>} />}
    >
      <FactList
        facts={[
          { name: t`To`, value: message.to, own: true },
          { name: t`Status`, value: i18n._(STATE_WORDS[message.state].word) },
          { name: t`Reason`, value: message.error ?? '', own: true },
          { name: t`Created`, value: at(message.created_at) },
          { name: t`Sent`, value: message.sent_at ? at(message.sent_at) : '' },
        ]}
      />
      <div className="mt-3 max-h-[50dvh] overflow-y-auto rounded-control bg-sunk px-3 py-2">
        {message.text ? (
          <p translate="no" className="whitespace-pre-wrap wrap-anywhere">
            <LinkedText text={message.text} />
          </p>
        ) : (
          <p className="text-ink-soft">{t`The content isn’t stored here.`}</p>
        )}
      </div>
    </Dialog>
  )
}
