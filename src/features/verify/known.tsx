import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SealedHere } from '../../api/verify.ts'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useKnown } from './use-known.ts'
import { useWhen } from './use-when.ts'

/** What this instance itself knows of the file. The verdict stands without it. */
export function Known({ sha256 }: { sha256: string }) {
  const { t } = useLingui()
  const known = useKnown(sha256)
  return (
    <Panel title={t`What this instance knows of it`} aria-label={t`What this instance knows of it`}>
      <div className="grid grid-cols-1 gap-3">
        {typeof known === 'object' ? <Session known={known} /> : <Without known={known} />}
        <details>
          <summary className="link w-fit cursor-pointer rounded-mark">
            <Trans>What was sent</Trans>
          </summary>
          <div className="mt-2 grid grid-cols-1 gap-2">
            <p className="text-ink-soft">
              <Trans>
                This number, reckoned from the whole file. Nobody can make the file, or anything in it, out of
                the number.
              </Trans>
            </p>
            <FactList facts={[{ name: t`File, SHA-256`, value: sha256, mono: true }]} />
          </div>
        </details>
      </div>
    </Panel>
  )
}

function Without({ known }: { known: 'asking' | 'away' | 'nothing' }) {
  return (
    <p className="text-ink-soft">
      {known === 'asking' && <Trans>Asking</Trans>}
      {known === 'away' && <Trans>It cannot be asked now. It is, once there is a connection again.</Trans>}
      {known === 'nothing' && (
        <Trans>
          Nothing. The file was made elsewhere or changed since, or what was here of it is removed. What is
          said above of its signatures holds all the same.
        </Trans>
      )}
    </p>
  )
}

function Session({ known }: { known: SealedHere }) {
  const { t } = useLingui()
  const { when } = useWhen()
  const { log, acted } = known
  const sound = log.intact && log.as_certified
  const facts: Fact[] = [
    { name: t`Sealed`, value: when(Date.parse(known.sealed_at)) },
    { name: t`Time stamp`, value: known.time_stamped ? t`by an authority` : t`none` },
    { name: t`Signed by`, value: t({ message: plural(acted, { one: '# person', other: '# people' }) }) },
    { name: t`Session`, value: known.session_id, mono: true },
    { name: t`Audit log`, value: sound ? t`Intact` : t`Not what it was` },
    { name: t`Row ${log.number} of it`, value: log.hash ?? t`is gone`, mono: log.hash !== null },
  ]
  return (
    <>
      <p>
        <Trans>Exactly this file was sealed here.</Trans>
      </p>
      <FactList facts={facts} />
      <p className={sound ? 'text-ink-soft' : 'text-warn'}>
        {sound ? (
          <Trans>
            The certificate at the end of the file names the same session, row and number: compare them, and
            you need not take anybody’s word for it.
          </Trans>
        ) : (
          <Trans>
            The log was changed after the file was sealed. What the certificate at the end of the file says is
            what holds.
          </Trans>
        )}
      </p>
    </>
  )
}
