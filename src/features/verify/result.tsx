import { CircleAlertIcon, CircleCheckIcon, CircleHelpIcon, FilePlusIcon, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { FileName } from '../../ui/file-name.tsx'
import { type FileReport, type Verdict, verdictOf } from './report.ts'
import { SignaturePanel } from './signature-panel.tsx'
import { isOwn, type OwnSeal } from './use-own-seal.ts'
import { useVerdictLabels } from './use-verdict-labels.ts'

type Variant = Verdict | 'own' | 'none'
const VARIANTS: Record<Variant, [LucideIcon, string]> = {
  own: [CircleCheckIcon, 'text-ok'],
  // Unchanged, but by an unknown signer: not green.
  whole: [CircleCheckIcon, 'text-ink'],
  added: [FilePlusIcon, 'text-warn'],
  changed: [CircleAlertIcon, 'text-bad'],
  unclear: [CircleHelpIcon, 'text-warn'],
  none: [CircleHelpIcon, 'text-ink-soft'],
}

type ResultProps = {
  file: File
  report: FileReport
  seal: OwnSeal
  /** This instance's records of the file. */
  children?: ReactNode
}

export function Result({ file, report, seal, children }: ResultProps) {
  const { word, lead, other } = useVerdictLabels()
  if (report.kind !== 'signed') {
    const { title, text } = other(report.kind)
    return <Headline variant="none" title={title} text={text} file={file} />
  }
  const { signatures } = report
  const verdict = verdictOf(signatures)
  const own = signatures.every((one) => isOwn(seal, one) === true)
  const variant = verdict === 'whole' && own ? 'own' : verdict
  return (
    <div className="grid grid-cols-1 gap-4">
      <Headline variant={variant} title={word[verdict]} text={lead(signatures, verdict, seal)} file={file} />
      {signatures.map((signature, at) => (
        <SignaturePanel
          // biome-ignore lint/suspicious/noArrayIndexKey: a signature is known by its place in the file
          key={at}
          signature={signature}
          place={at + 1}
          of={signatures.length}
          seal={seal}
        />
      ))}
      {children}
    </div>
  )
}

type HeadlineProps = { variant: Variant; title: string; text: string; file: File }

export function Headline({ variant, title, text, file }: HeadlineProps) {
  const [Icon, colour] = VARIANTS[variant]
  return (
    <div className="grid grid-cols-1 gap-1">
      <h2 className={classNames('title flex items-center gap-2 text-title', colour)}>
        <Icon className="size-6 flex-none" />
        {title}
      </h2>
      <div className="text-ink-soft">
        <FileName name={file.name} />
      </div>
      <p>{text}</p>
    </div>
  )
}
