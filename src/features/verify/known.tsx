import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SealedHere } from '../../api/verify.ts'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useKnown } from './use-known.ts'
import { useWhen } from './use-when.ts'

/** This instance's records of the file. The verdict does not depend on them. */
export function Known({ sha256 }: { sha256: string }) {
  const { t } = useLingui()
  const known = useKnown(sha256)
  return (
    <Panel title={t`Records on this server`} aria-label={t`Records on this server`}>
      <div className="grid grid-cols-1 gap-3">
        {typeof known === 'object' ? <Session known={known} /> : <Without known={known} />}
        <details>
          <summary className="link w-fit cursor-pointer rounded-mark">
            <Trans>What was sent to the server</Trans>
          </summary>
          <div className="mt-2 grid grid-cols-1 gap-2">
            <p className="text-ink-soft">
              <Trans>Only this hash of the file. The file’s contents can’t be derived from it.</Trans>
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
      {known === 'asking' && <Trans>Checking</Trans>}
      {known === 'away' && (
        <Trans>The server can’t be reached. The check runs when you’re back online.</Trans>
      )}
      {known === 'nothing' && (
        <Trans>
          No record found. The file was created elsewhere, changed since, or its record was deleted. The
          signature result above still holds.
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
    { name: t`Timestamp`, value: known.time_stamped ? t`by a timestamp authority` : t`none` },
    { name: t`Signed by`, value: t({ message: plural(acted, { one: '# person', other: '# people' }) }) },
    { name: t`Signature request`, value: known.session_id, mono: true },
    { name: t`Audit log`, value: sound ? t`Intact` : t`Changed` },
    { name: t`Log entry ${log.number}`, value: log.hash ?? t`missing`, mono: log.hash !== null },
  ]
  return (
    <>
      <p>
        <Trans>This exact file was sealed on this server.</Trans>
      </p>
      <FactList facts={facts} />
      <p className={sound ? 'text-ink-soft' : 'text-warn'}>
        {sound ? (
          <Trans>
            The certificate at the end of the file shows the same request, entry and hash. Compare them to
            verify this yourself.
          </Trans>
        ) : (
          <Trans>
            The audit log was changed after the file was sealed. Rely on the certificate at the end of the
            file.
          </Trans>
        )}
      </p>
    </>
  )
}
