import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ScanQuote, ScanSession } from '../../../../api/scan.ts'
import { formatList } from '../../../../lib/format-list.ts'
import { modKey } from '../../../../lib/use-hotkeys.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import { ProblemLine } from '../../../problems/index.ts'
import { Price } from './price.tsx'
import type { CreatePdf } from './use-create-pdf.ts'

type CreatePartProps = {
  session: ScanSession
  quote: ScanQuote | undefined
  /** The user entered a name. */
  isNamed: boolean
  pdf: CreatePdf
}

/** The price and the create button, and what the PDF waits for. */
export function CreatePart({ session: { pages }, quote, isNamed, pdf }: CreatePartProps) {
  const { t } = useLingui()
  const count = pages.length
  const isReady = count > 0 && isNamed
  return (
    <div className="grid flex-none grid-cols-[minmax(0,1fr)] gap-2.5 border-t border-line-strong bg-surface px-4 pt-3 pb-3.5">
      <Price quote={count > 0 ? quote : undefined} />
      {pdf.isWaiting ? (
        <div className="grid grid-cols-2 gap-2">
          <Button wide onClick={pdf.giveUp}>{t`Cancel`}</Button>
          <Button wide variant="primary" onClick={pdf.createWithout}>
            {t`Create without them`}
          </Button>
        </div>
      ) : (
        <Button
          variant="primary"
          size={36}
          wide
          hotkey={`${modKey()} ↵`}
          working={pdf.isStarting}
          verb={t`Creating PDF`}
          disabled={!isReady}
          reason={count === 0 ? t`Add a page first.` : t`Enter a name for the PDF.`}
          onClick={pdf.create}
        >
          {t({ message: plural(count, { one: 'Create PDF, # page', other: 'Create PDF, # pages' }) })}
        </Button>
      )}
      <Missing pages={pages} pdf={pdf} />
      {pdf.error && !pdf.isStarting && <ProblemLine error={pdf.error} />}
    </div>
  )
}

/** Pages whose photo has not arrived. */
function Missing({ pages, pdf }: Pick<ScanSession, 'pages'> & { pdf: CreatePdf }) {
  const { t, i18n } = useLingui()
  const missing = pages.filter(({ state }) => state === 'receiving').map(({ position }) => String(position))
  if (missing.length === 0) return null
  const numbers = formatList(missing, i18n.locale)
  return (
    <p role="status" className="text-small text-ink-soft">
      {missing.length === 1
        ? t`Page ${numbers} is still uploading. The PDF will be created when it arrives.`
        : t`Pages ${numbers} are still uploading. The PDF will be created when they arrive.`}{' '}
      {!pdf.isWaiting && pages.length > missing.length && (
        <TextButton onClick={pdf.createWithout}>{t`Create without them`}</TextButton>
      )}
    </p>
  )
}
