import { useLingui } from '@lingui/react/macro'
import { HandshakeIcon, LinkIcon, type LucideIcon } from 'lucide-react'
import type { Business } from '../../../../api/businesses.ts'
import { PageFrame } from '../../../../ui/page-frame.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Checklist } from './checklist.tsx'
import { Timeline } from './timeline.tsx'

/**
 * The requirements with their status and rejection reasons; next to them the timeline and
 * consequences.
 */
export default function VerificationTab({ business }: { business: Business }) {
  const { t } = useLingui()
  const benefits: [LucideIcon, string][] = [
    [HandshakeIcon, t`Members and invitees see that the business is verified`],
    [LinkIcon, t`Recipients of links and signature requests see its name`],
  ]
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <PageFrame
        wideSide
        side={
          <>
            <Timeline business={business} />
            {business.verification_status !== 'verified' && (
              <Panel title={t`After verification`}>
                <ul className="grid gap-2.5">
                  {benefits.map(([Icon, text]) => (
                    <li key={text} className="flex gap-2.5">
                      <Icon className="mt-0.5 flex-none text-ink-soft" />
                      {text}
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
            <p className="rounded-sheet border border-line-strong bg-surface px-4 py-3 text-small text-ink-soft">
              {t`Documents are scanned for malware. Only owners, admins and the reviewers of this server can see them.`}
            </p>
          </>
        }
      >
        <Checklist business={business} />
      </PageFrame>
    </div>
  )
}
