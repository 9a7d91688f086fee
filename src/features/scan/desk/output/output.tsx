import type { ScanSession } from '../../../../api/scan.ts'
import { deferred, useDeferred } from '../../../../ui/deferred.tsx'
import { FurtherPhone } from '../pairing/further-phone.tsx'
import { Phones } from '../pairing/phones.tsx'
import { CreatePart } from './create-part.tsx'
import type { OutputFormProps } from './output-form.tsx'
import { ResultPart } from './result-part.tsx'
import type { OutputState } from './use-output.ts'

// The form's selects load with it, after the page.
const FORM = deferred<OutputFormProps>(async () => (await import('./output-form.tsx')).OutputForm)

export type OutputProps = { session: ScanSession; output: OutputState }

/** Phones, the form of the PDF, its price, and the result. */
export function Output({ session, output: { form, pattern, filename, languages, quote, pdf } }: OutputProps) {
  const Form = useDeferred(FORM, true)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <FurtherPhone session_id={session.session_id} />
        <Phones session={session} />
        {pdf.conversion ? (
          <ResultPart conversion={pdf.conversion} onBack={pdf.forget} />
        ) : (
          Form && <Form form={form} pattern={pattern} filename={filename} languages={languages} />
        )}
      </div>
      {!pdf.conversion && (
        <CreatePart session={session} quote={quote} isNamed={filename !== null} pdf={pdf} />
      )}
    </div>
  )
}
