import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ScanPdf, type ScanSession, useScanQuote } from '../../../api/scan.ts'
import { FurtherPhone } from '../pairing/further-phone.tsx'
import { Phones } from '../pairing/phones.tsx'
import { useSettled } from '../use-settled.ts'
import { CreatePart } from './create-part.tsx'
import { pdfOf, readLanguages, resolveName } from './form.ts'
import { beginForm, useForm } from './form-store.ts'
import { OutputForm } from './output-form.tsx'
import { ResultPart } from './result-part.tsx'
import { useCreatePdf } from './use-create-pdf.ts'
import { useWayOn } from './use-way-on.ts'

/** A price is asked for once the typing and choosing has paused. */
const QUIET_MS = 400

/** Phones, the form of the PDF, its price, and the PDF once it is made. */
export function Output({ session }: { session: ScanSession }) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const { session_id, title, pages } = session
  const form = useForm((state) => state.form)
  const purpose = search.get('for')
  useEffect(() => beginForm(session_id, purpose), [session_id, purpose])
  const { go, download } = useWayOn()

  const pattern = `${title || t`Scan`} {date}`
  const filename = resolveName(form.name ?? pattern, new Date())
  // What the service says of installed languages is needed to know which of them are read.
  const first = useScanQuote(session_id, {}, '', pages.length > 0)
  const installed = first.data?.languages ?? []
  const body = pdfOf(form, filename, readLanguages(form, installed))
  const priced = JSON.stringify({ ...body, filename: undefined, title: undefined })
  const asked = useSettled(priced, QUIET_MS)
  const wanted = useMemo((): ScanPdf => JSON.parse(asked), [asked])
  const count = pages.map(({ settings, state }) => `${settings.layout}${settings.filter}${state}`).join()
  const quote = useScanQuote(session_id, wanted, count, pages.length > 0 && first.data !== undefined)

  const pdf = useCreatePdf(session, body, (conversion) => {
    if (form.next !== 'nothing') go(conversion, form.next)
    else if (form.saveTo === 'download') download(conversion)
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <FurtherPhone session_id={session_id} />
        <Phones session={session} />
        {pdf.conversion ? (
          <ResultPart conversion={pdf.conversion} onBack={pdf.forget} />
        ) : (
          <OutputForm form={form} pattern={pattern} filename={filename} languages={installed} />
        )}
      </div>
      {!pdf.conversion && (
        <CreatePart session={session} quote={quote.data} isNamed={filename !== null} pdf={pdf} />
      )}
    </div>
  )
}
