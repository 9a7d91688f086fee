import { useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { type ShareBody, useCreateShare } from '../../../api/shares.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { LONG } from './labels.ts'
import { LinkDialog } from './link-dialog.tsx'
import { bodyOf, newSettings } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'
import type { ShareDialogProps } from './target.ts'

/** The settings of a new link, with common defaults, and then the link. */
export function NewShareDialog({ target, name, expiresAt, onClose }: Omit<ShareDialogProps, 'open'>) {
  const { t } = useLingui()
  const form = useId()
  const [settings, setSettings] = useState(() => newSettings(name))
  // A retry after a lost response is the same request, to the second; after a change it is another.
  const attempt = useRef<{ key: string; body: ShareBody } | null>(null)
  const create = useCreateShare()
  if (create.data)
    return (
      <LinkDialog
        share={create.data}
        isNew
        password={settings.protected ? settings.password : ''}
        onClose={onClose}
      />
    )

  const shown = cutMiddle(name, LONG)
  const of = 'fileId' in target ? { file_id: target.fileId } : { conversion_id: target.conversionId }

  function make() {
    attempt.current ??= { key: randomId(), body: { ...of, ...bodyOf(settings) } }
    create.mutate(attempt.current)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Share “${shown}”`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={create.isPending} verb={t`Creating`}>
            {t`Create link`}
          </Button>
        </>
      }
    >
      <SettingsForm
        id={form}
        settings={settings}
        onChange={(patch) => {
          setSettings({ ...settings, ...patch })
          attempt.current = null
        }}
        onSubmit={make}
        error={create.error}
        expiresAt={expiresAt}
      />
    </Dialog>
  )
}
