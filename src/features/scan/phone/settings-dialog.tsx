import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NativeDialog, sayError } from '../../public-page/index.ts'
import { phoneId } from './session/phone-id.ts'
import { choose, useScanChoices } from './settings.ts'
import { Toggle } from './toggle.tsx'
import type { Scan } from './use-scan.ts'

type SettingsDialogProps = { isOpen: boolean; onClose: () => void; scan: Scan }

/** The phone’s name at the desk, and its feedback settings. */
export function SettingsDialog({ isOpen, onClose, scan }: SettingsDialogProps) {
  const { t } = useLingui()
  const { asksEach, hasSound, hasVibration } = useScanChoices()
  return (
    <NativeDialog open={isOpen} onClose={onClose} title={t`Settings`}>
      <div className="flex flex-col gap-4 text-read">
        <PhoneName scan={scan} />
        <div className="flex flex-col">
          <Toggle isRow isOn={asksEach} onChange={(isOn) => choose({ asksEach: isOn })}>
            <Trans>Review each page</Trans>
          </Toggle>
          <Toggle isRow isOn={hasSound} onChange={(isOn) => choose({ hasSound: isOn })}>
            <Trans>Sound</Trans>
          </Toggle>
          <Toggle isRow isOn={hasVibration} onChange={(isOn) => choose({ hasVibration: isOn })}>
            <Trans>Vibration</Trans>
          </Toggle>
        </div>
      </div>
    </NativeDialog>
  )
}

function PhoneName({ scan }: { scan: Scan }) {
  const { t, i18n } = useLingui()
  const kept = scan.session?.phones.find(({ phone_id }) => phone_id === phoneId())?.name ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)
  const name = typed ?? kept

  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(null)
    setWorking(true)
    try {
      await scan.rename(name.trim())
      setTyped(null)
    } catch (error) {
      setProblem(sayError(i18n, error))
    }
    setWorking(false)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t`Phone name`} help={t`Shown at the desk.`} error={problem ?? undefined}>
        <div className="flex gap-2">
          <Input
            size={36}
            maxLength={40}
            value={name}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            type="submit"
            size={36}
            working={isWorking}
            verb={t`Saving`}
            disabled={typed === null || typed.trim() === kept}
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      </Field>
    </form>
  )
}
