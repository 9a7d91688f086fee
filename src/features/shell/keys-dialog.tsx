import { Trans, useLingui } from '@lingui/react/macro'
import { modKey } from '../../lib/use-hotkeys.ts'
import { setSingleKeys, usePreferences } from '../../stores/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useAreas } from './areas.ts'
import { closeOverlay } from './shell-store.ts'
import { SWITCH } from './use-go-keys.ts'

export default function KeysDialog() {
  const { t, i18n } = useLingui()
  const areas = useAreas()
  const singleKeys = usePreferences((state) => state.singleKeys)
  const groups: { name: string; keys: [string, string][] }[] = [
    {
      name: t`Anywhere`,
      keys: [
        [`${modKey()} K`, t`Search or jump to`],
        ...areas.map((area): [string, string] => [`G ${area.letter}`, i18n._(area.label)]),
        [`G ${SWITCH.toUpperCase()}`, t`Switch account`],
        ['?', t`Keyboard shortcuts`],
      ],
    },
    {
      name: t`Convert`,
      keys: [
        ['↑ ↓', t`Move`],
        ['T', t`Format`],
        ['O', t`Options`],
        ['R', t`Retry`],
        ['D', t`Download`],
        ['Del', t`Remove`],
        ['A', t`Set all`],
        ['M', t`Merge`],
        ['U', t`Browse`],
        [`${modKey()} ↵`, t`Convert`],
      ],
    },
    {
      name: t`Lists`,
      keys: [
        ['/', t`Search`],
        ['↑ ↓', t`Move`],
        ['↵', t`Open`],
        ['X', t`Select`],
        [`${modKey()} A`, t`Select all`],
        ['Del', t`Remove`],
        ['Esc', t`Clear selection`],
      ],
    },
    {
      name: t`Scan`,
      keys: [
        ['↑ ↓', t`Page`],
        ['Alt ↑ ↓', t`Move page`],
        ['C', t`Corners or result`],
        ['R', t`Rotate`],
        ['F', t`Detect corners`],
        ['+ − 0', t`Zoom`],
        ['Del', t`Delete page`],
        [`${modKey()} Z`, t`Undo`],
        [`${modKey()} ↵`, t`Create PDF`],
      ],
    },
    {
      name: t`Storage`,
      keys: [
        ['D', t`Download`],
        ['F2', t`Rename`],
        ['Del', t`Delete`],
      ],
    },
  ]
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && closeOverlay()}
      title={t`Keyboard shortcuts`}
      foot={<DialogClose render={<Button>{t`Close`}</Button>} />}
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-4">
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="mb-1 font-medium">{name}</h3>
            <dl className="grid gap-1">
              {keys.map(([key, does]) => (
                <div key={key} className="flex items-center justify-between gap-3">
                  <dt className="text-ink-soft">{does}</dt>
                  <dd>
                    <Kbd>{key}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-4 flex items-center gap-3 border-t border-line pt-3">
        <Switch checked={singleKeys} onChange={setSingleKeys} label={t`Single-key shortcuts`} />
        <span>
          <Trans>Single-key shortcuts. Turn off if they clash with speech input.</Trans>
        </span>
      </div>
    </Dialog>
  )
}
