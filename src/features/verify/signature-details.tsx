import { useLingui } from '@lingui/react/macro'
import type { Fact } from '../../ui/fact-list.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { SignatureReport } from './report.ts'
import { useWhen } from './use-when.ts'

/** The signer, and the time with its source. */
export function SignatureFacts({ signature }: { signature: SignatureReport }) {
  const { t } = useLingui()
  const { when, day } = useWhen()
  const { signer, stamp, signedAt, validThen } = signature
  const facts: Fact[] = []
  if (stamp?.at && stamp.why === null)
    facts.push(
      { name: t`Time`, value: when(stamp.at) },
      { name: t`Time source`, value: stamp.authority, own: true },
    )
  else if (signedAt !== null)
    facts.push({ name: t`Time`, value: when(signedAt) }, { name: t`Time source`, value: t`signer’s clock` })
  if (stamp && stamp.why !== null)
    facts.push({ name: t`Timestamp`, value: t`Invalid: doesn’t prove the time` })
  if (signer) {
    facts.push(
      { name: t`Certificate name`, value: signer.name, own: true },
      { name: t`Organization`, value: signer.organisation, own: true },
      signer.selfIssued
        ? { name: t`Issued by`, value: t`self-issued` }
        : { name: t`Issued by`, value: signer.issuer, own: true },
      { name: t`Valid`, value: t`${day(signer.validFrom)} to ${day(signer.validUntil)}` },
    )
    if (validThen === false) facts.push({ name: t`At signing`, value: t`certificate not valid` })
  }
  return <FactList facts={facts} />
}

/** Technical details, for comparisons. */
export function SignatureDetails({ signature }: { signature: SignatureReport }) {
  const { t } = useLingui()
  const { signer, digest, algorithm } = signature
  const facts: Fact[] = [
    { name: t`Algorithms`, value: [digest, algorithm].filter(Boolean).join(', '), own: true },
    { name: t`Serial number`, value: signer?.serial ?? '', mono: true },
    { name: t`Certificate, SHA-256`, value: signer?.fingerprint ?? '', mono: true },
  ]
  return <FactList facts={facts} />
}
