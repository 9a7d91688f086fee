import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SignatureReport } from './report.ts'
import { SignatureDetails, SignatureFacts } from './signature-details.tsx'
import { isOwn, type OwnSeal } from './use-own-seal.ts'
import { TONES, useVerdictLabels } from './use-verdict-labels.ts'
import { Whose } from './whose.tsx'

type SignaturePanelProps = { signature: SignatureReport; place: number; of: number; seal: OwnSeal }

/** A signature: whether its content is unchanged, its signer, and its time. */
export function SignaturePanel({ signature, place, of, seal }: SignaturePanelProps) {
  const { t } = useLingui()
  const { word, why } = useVerdictLabels()
  const { verdict, signer } = signature
  const stands = verdict === 'whole' || verdict === 'added'
  const title =
    signature.kind === 'time-stamp'
      ? t`Timestamp ${place} of ${of}`
      : of > 1
        ? t`Signature ${place} of ${of}`
        : t`Signature`
  return (
    <Panel
      title={title}
      actions={
        <Badge tone={verdict === 'whole' && !isOwn(seal, signature) ? 'plain' : TONES[verdict]}>
          {word[verdict]}
        </Badge>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {signature.why && <p>{why[signature.why]}</p>}
        {stands && signer && <Whose signer={signer} seal={seal} />}
        {signature.addedBytes > 0 && <Added signature={signature} />}
        <SignatureFacts signature={signature} />
        {signer && (
          <details>
            <summary className="link w-fit cursor-pointer rounded-mark">
              <Trans>Details</Trans>
            </summary>
            <div className="mt-2">
              <SignatureDetails signature={signature} />
            </div>
          </details>
        )}
      </div>
    </Panel>
  )
}

function Added({ signature: { addedBytes, addedRevisions, coveredBy } }: { signature: SignatureReport }) {
  const { t, i18n } = useLingui()
  const size = formatBytes(addedBytes, i18n.locale)
  const times = t({ message: plural(addedRevisions, { one: 'in # revision', other: 'in # revisions' }) })
  return (
    <p>
      {addedRevisions > 0
        ? t`${size} added after this signature, ${times}.`
        : t`${size} added after this signature.`}{' '}
      {coveredBy === null ? t`No signature covers it.` : t`Signature ${coveredBy} covers it.`}
    </p>
  )
}
