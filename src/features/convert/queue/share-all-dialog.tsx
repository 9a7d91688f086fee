import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Conversion } from '../../../api/history.ts'
import { type Share, useCreateShare } from '../../../api/shares.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { ProblemLine } from '../../problems/index.ts'

const DAY = 86_400_000

type ShareAllDialogProps = { conversions: readonly Conversion[]; onClose: () => void }

/** Creates a link to each of several results, and shows all of them. */
export function ShareAllDialog({ conversions, onClose }: ShareAllDialogProps) {
  const { t } = useLingui()
  const [days, setDays] = useState('7')
  const { links, working, error, make } = useLinks(conversions)
  const count = conversions.length
  const complete = links.length === count
  const options: Option<string>[] = [
    { value: '1', label: t`In 1 day` },
    { value: '7', label: t`In 7 days` },
    { value: '30', label: t`In 30 days` },
    { value: '', label: t`Never` },
  ]
  const urls = links.flatMap(({ url }) => (url ? [url] : []))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        complete
          ? t({ message: plural(count, { one: '# link ready', other: '# links ready' }) })
          : t({ message: plural(count, { one: 'Share # result', other: 'Share # results' }) })
      }
      description={
        complete
          ? t`Anyone with a link can download its file.`
          : t`Each result gets a link of its own. Anyone with a link can download its file.`
      }
      foot={
        complete ? (
          <>
            <CopyButton size={32} text={urls.join('\n')} name={t`Copy all links`} />
            <DialogClose render={<Button variant="primary">{t`Done`}</Button>} />
          </>
        ) : (
          <>
            <DialogClose render={<Button>{t`Cancel`}</Button>} />
            <Button variant="primary" working={working} verb={t`Creating`} onClick={() => void make(days)}>
              {t({ message: plural(count, { one: 'Create # link', other: 'Create # links' }) })}
            </Button>
          </>
        )
      }
    >
      {complete ? (
        <LinkList links={links} />
      ) : (
        <div className="grid gap-3">
          <Field label={t`Expires`} help={t`A link also expires when its result does.`}>
            <Select options={options} value={days} onChange={setDays} />
          </Field>
          {error !== null && <ProblemLine error={error} />}
        </div>
      )}
    </Dialog>
  )
}

function LinkList({ links }: { links: readonly Share[] }) {
  const { t } = useLingui()
  return (
    <ul className="max-h-80 divide-y divide-line overflow-y-auto border-y border-line">
      {links.map(({ link_id, name, url }) => (
        <li key={link_id} className="flex items-center gap-3 py-1.5">
          <div className="min-w-0 flex-1">
            <FileName name={name} strong />
            <p className="mono truncate text-small text-ink-soft" dir="ltr" translate="no">
              {url ?? <Trans>Not available</Trans>}
            </p>
          </div>
          {url && <CopyButton text={url} name={t`Copy link to ${name}`} />}
        </li>
      ))}
    </ul>
  )
}

/** A retry creates only the missing links, with the same keys. */
function useLinks(conversions: readonly Conversion[]) {
  const create = useCreateShare()
  const [links, setLinks] = useState<Share[]>([])
  const [keys] = useState(() => conversions.map(() => randomId()))
  const made = useRef<Share[]>([])
  async function make(days: string) {
    const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * DAY).toISOString()
    try {
      for (const { conversion_id, output } of conversions.slice(made.current.length)) {
        const body = { conversion_id, name: output?.filename ?? '', expires_at }
        const key = `${keys[made.current.length]}-${days}`
        made.current.push(await create.mutateAsync({ body, key }))
      }
      setLinks([...made.current])
    } catch {
      // The mutation has the error.
    }
  }
  return { links, working: create.isPending, error: create.error, make }
}
