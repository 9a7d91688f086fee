import { Trans } from '@lingui/react/macro'
import type { CertificateFacts } from './report.ts'
import type { OwnSeal } from './use-own-seal.ts'

type WhoseProps = { signer: CertificateFacts; seal: OwnSeal }

/** Whose signature a whole one is. A name alone proves nothing: anybody can write it into a certificate. */
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
          Its certificate names {name}. Whether that is this instance’s own seal can be told when there is a
          connection.
        </Trans>
      </p>
    )
  if (seal.fingerprint_sha256 === signer.fingerprint)
    return (
      <p>
        <Trans>Sealed by this instance, as {name}.</Trans>
      </p>
    )
  return (
    <p className="text-ink-soft">
      <Trans>
        By somebody whom this instance does not know. The certificate names {name}: whether that is true,
        nobody vouches for here.
      </Trans>
    </p>
  )
}
