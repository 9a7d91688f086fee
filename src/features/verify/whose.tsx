import { Trans } from '@lingui/react/macro'
import type { CertificateDetails } from './report.ts'
import type { OwnSeal } from './use-own-seal.ts'

type WhoseProps = { signer: CertificateDetails; seal: OwnSeal }

/**
 * The signer of a valid signature. A name alone proves nothing: anyone can write any name into a
 * certificate.
 */
export function Whose({ signer, seal }: WhoseProps) {
  const name = (
    <strong translate="no" className="font-medium text-ink wrap-anywhere">
      {signer.name}
    </strong>
  )
  if (seal === 'asking') return <p className="text-ink-soft">{name}</p>
  if (seal === 'away')
    return (
      <p className="text-ink-soft">
        <Trans>
          The certificate names {name}. Whether it is this server’s seal can be checked when you’re online.
        </Trans>
      </p>
    )
  if (seal.fingerprint_sha256 === signer.fingerprint)
    return (
      <p>
        <Trans>Sealed by this server as {name}.</Trans>
      </p>
    )
  return (
    <p className="text-ink-soft">
      <Trans>
        The signer isn’t known to this server. The certificate names {name}, but this identity isn’t
        confirmed.
      </Trans>
    </p>
  )
}
