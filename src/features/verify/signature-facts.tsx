import { useLingui } from '@lingui/react/macro'
import type { Fact } from '../../ui/fact-list.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { SignatureReport } from './report.ts'
import { useWhen } from './use-when.ts'

/** Who, and when by whose clock. */
export function SignatureFacts({ signature }: { signature: SignatureReport }) {
  const { t } = useLingui()
  const { when, day } = useWhen()
  const { signer, stamp, signedAt, validThen } = signature
  const facts: Fact[] = []
  if (stamp?.at && stamp.why === null)
    facts.push(
      { name: t`When`, value: when(stamp.at) },
      { name: t`By the clock of`, value: stamp.authority, own: true },
    )
  else if (signedAt !== null)
    facts.push(
      { name: t`When`, value: when(signedAt) },
      { name: t`By the clock of`, value: t`whoever signed` },
    )
  if (stamp && stamp.why !== null) facts.push({ name: t`Time stamp`, value: t`Not good: it proves no time` })
  if (signer) {
    facts.push(
      { name: t`Certificate names`, value: signer.name, own: true },
      { name: t`Organisation`, value: signer.organisation, own: true },
      signer.selfIssued
        ? { name: t`Issued by`, value: t`itself` }
        : { name: t`Issued by`, value: signer.issuer, own: true },
      { name: t`Valid`, value: t`${day(signer.validFrom)} to ${day(signer.validUntil)}` },
    )
    if (validThen === false)
      facts.push({ name: t`When it was signed`, value: t`the certificate was not valid` })
  }
  return <FactList facts={facts} />
}

/** What only those look for who compare it with something. */
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
