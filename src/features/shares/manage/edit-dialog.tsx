import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { type Share, useUpdateShare } from '../../../api/shares.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { LONG } from './labels.ts'
import { bodyOf, settingsOf } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** Changes a link's settings; the URL stays, and the change applies from the next request. */
export function EditDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const [settings, setSettings] = useState(() => settingsOf(share))
  const update = useUpdateShare()
  const name = cutMiddle(share.name, LONG)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Edit link to “${name}”`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={update.isPending} verb={t`Saving`}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <SettingsForm
        id={form}
        settings={settings}
        onChange={(patch) => setSettings({ ...settings, ...patch })}
        onSubmit={() =>
          update.mutate(
            { link_id: share.link_id, body: bodyOf(settings) },
            {
              onSuccess: () => {
                showToast({ text: t`Link saved` })
                onClose()
              },
            },
          )
        }
        error={update.error}
      />
    </Dialog>
  )
}
