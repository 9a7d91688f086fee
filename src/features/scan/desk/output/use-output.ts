import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ScanPdf, type ScanSession, useScanQuote } from '../../../../api/scan.ts'
import { useHotkeys } from '../../../../lib/use-hotkeys.ts'
import { useSettled } from '../use-settled.ts'
import { pdfOf, readLanguages, resolveName } from './form.ts'
import { beginForm, useForm } from './form-store.ts'
import { useCreatePdf } from './use-create-pdf.ts'
import { useNextStep } from './use-next-step.ts'

/** Debounces the price request. */
const QUIET_MS = 400

/** The form of the PDF, its price, and the conversion. It continues while the sheet is closed. */
export function useOutput(session: ScanSession) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const { session_id, title, pages } = session
  const form = useForm((state) => state.form)
  const purpose = search.get('for')
  useEffect(() => beginForm(session_id, purpose), [session_id, purpose])
  const { go, download } = useNextStep()
  const hasPages = pages.length > 0

  const pattern = `${title || t`Scan`} {date}`
  const filename = resolveName(form.name ?? pattern, new Date())
  // The available OCR languages depend on installed ones, which a quote returns too.
  const { data: first } = useScanQuote(session_id, {}, '', hasPages)
  const languages = first?.languages ?? []
  const body = pdfOf(form, filename, readLanguages(form, languages))
  const priced = useSettled(JSON.stringify({ ...body, filename: undefined, title: undefined }), QUIET_MS)
  const wanted = useMemo((): ScanPdf => JSON.parse(priced), [priced])
  const count = pages.map(({ settings, state }) => `${settings.layout}${settings.filter}${state}`).join()
  const { data: quote } = useScanQuote(session_id, wanted, count, hasPages && first !== undefined)

  const pdf = useCreatePdf(session, body, (conversion) => {
    if (form.next !== 'nothing') go(conversion, form.next)
    else if (form.saveTo === 'download') download(conversion)
  })
  const isReady = hasPages && filename !== null
  useHotkeys({
    'mod+enter': (event) => {
      event.preventDefault()
      if (isReady && !pdf.isStarting && !pdf.isWaiting && !pdf.conversion) pdf.create()
    },
  })
  return { form, pattern, filename, languages, quote, pdf }
}

export type OutputState = ReturnType<typeof useOutput>
