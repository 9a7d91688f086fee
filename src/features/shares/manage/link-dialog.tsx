import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLinkIcon, Share2Icon } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import type { Share } from '../../../api/shares.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { LONG, useEnd } from './labels.ts'

const QrCode = lazy(() => import('../../../ui/qr-code.tsx'))

type LinkDialogProps = {
  share: Share
  /** It was just created or changed. */
  isNew?: boolean
  /** The entered password, which nobody can read later; empty without one. */
  password?: string
  onClose: () => void
}

/** A link with all ways to share it: copy, QR code, or the device's share sheet. */
export function LinkDialog({ share, isNew = false, password = '', onClose }: LinkDialogProps) {
  const { t } = useLingui()
  const name = cutMiddle(share.name, LONG)
  const { url } = share
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? t`Link ready` : t`Link to “${name}”`}
      description={isNew && <Opening share={share} />}
      initialFocus={field}
      foot={
        <>
          {url && <HandOn title={share.name} url={url} />}
          <DialogClose render={<Button variant="primary">{t`Done`}</Button>} />
        </>
      }
    >
      {url ? (
        <div className="grid gap-4">
          <Field label={t`Link`}>
            <div className="flex gap-2">
              <Input
                ref={field}
                mono
                readOnly
                value={url}
                dir="ltr"
                translate="no"
                // Backward selection keeps the start visible.
                onFocus={({ target }) => target.setSelectionRange(0, target.value.length, 'backward')}
                className="flex-1"
              />
              <CopyButton size={32} text={url} name={t`Copy link`} />
            </div>
          </Field>
          {password && <Secret password={password} />}
          <div className="grid items-center gap-4 sm:grid-cols-[176px_minmax(0,1fr)]">
            <div className="size-44 rounded-control border border-line-strong bg-paper max-sm:mx-auto">
              <Suspense>
                <QrCode text={url} label={t`QR code for the link`} />
              </Suspense>
            </div>
            <p className="text-ink-soft max-sm:text-center">
              <Trans>Scan with a phone’s camera to open the link.</Trans>
            </p>
          </div>
        </div>
      ) : (
        <p className="text-ink-soft">
          <Trans>
            This link was created with an earlier server key and can’t be shown again. Replace the link to
            share it.
          </Trans>
        </p>
      )}
    </Dialog>
  )
}

function Secret({ password }: { password: string }) {
  const { t } = useLingui()
  return (
    <Field label={t`Password`} help={t`It can’t be shown again. Send it separately from the link.`}>
      <div className="flex gap-2">
        <Input mono readOnly value={password} dir="ltr" translate="no" className="flex-1" />
        <CopyButton size={32} text={password} name={t`Copy password`} />
      </div>
    </Field>
  )
}

/** Who can open it, in one line. */
function Opening({ share }: { share: Share }) {
  const { t } = useLingui()
  const { word } = useEnd()(share)
  const ends = share.expires_at === null ? t`Active until you revoke it.` : t`Expires ${word}.`
  const who = share.has_password
    ? t`Anyone with the link and password can download the file.`
    : t`Anyone with the link can download the file.`
  return `${who} ${ends}`
}

/** The device's share sheet, if available; and the public page. */
function HandOn({ title, url }: { title: string; url: string }) {
  const { t } = useLingui()
  return (
    <span className="me-auto flex flex-wrap gap-2">
      <Button
        variant="ghost"
        icon={ExternalLinkIcon}
        render={<a href={url} target="_blank" rel="noopener noreferrer" />}
      >{t`Open link`}</Button>
      {typeof navigator.share === 'function' && (
        <Button
          variant="ghost"
          icon={Share2Icon}
          // Cancelling is no error, and other errors cannot be handled.
          onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
        >{t`Share`}</Button>
      )}
    </span>
  )
}
