import { useMutation } from '@tanstack/react-query'
import type { Conversion } from '../../contract/conversion.ts'
import { call, type Input, type Output } from './client.ts'
import { invalidate } from './query-client.ts'
import { invalidateUsage } from './usage.ts'

export type SaveDestination = NonNullable<Input<'savePdf'>['body']>['destination']

export interface SavePdf {
  /** A file of this device, or the key of a stored one. */
  source: { file: Blob; name: string } | { s3_key: string }
  /** Files that pages and images are inserted from, in the order of their index in the edits. */
  further: readonly { file: Blob; name: string }[]
  edits: Record<string, unknown>
  destination: NonNullable<SaveDestination>
  filename: string
  /** The same for every attempt, so that a lost response does not save twice. */
  key: string
}

/** Seconds that a request is held: below proxy timeouts. */
const HOLD_S = 15

export type PdfCheck = Output<'checkPdfSave'>

/** A dry run of a save. A file of this device is uploaded for it, and not stored. */
export async function checkPdf(
  { source, further, edits }: Pick<SavePdf, 'source' | 'further' | 'edits'>,
  signal: AbortSignal,
): Promise<PdfCheck> {
  if ('s3_key' in source && further.length === 0) {
    const body = { s3_key: source.s3_key, edits } as NonNullable<Input<'checkPdfSave'>['body']>
    return call('checkPdfSave', { body }, { signal })
  }
  return call('checkPdfSave', {}, { form: formOf(source, further, edits), signal })
}

function formOf(source: SavePdf['source'], further: SavePdf['further'], edits: SavePdf['edits']): FormData {
  const form = new FormData()
  form.set('edits', JSON.stringify(edits))
  if ('s3_key' in source) form.set('s3_key', source.s3_key)
  else form.append('file', source.file, source.name)
  for (const { file, name } of further) form.append('file', file, name)
  return form
}

async function begin({ source, further, edits, destination, filename, key }: SavePdf): Promise<string> {
  const options = { idempotencyKey: key }
  if ('s3_key' in source && further.length === 0) {
    const body = { s3_key: source.s3_key, edits, destination, filename } as NonNullable<
      Input<'savePdf'>['body']
    >
    return (await call('savePdf', { body }, options)).id
  }
  const form = formOf(source, further, edits)
  form.set('destination', JSON.stringify(destination))
  form.set('filename', filename)
  return (await call('savePdf', {}, { ...options, form })).id
}

/**
 * Saves a PDF with its edits and waits for the conversion. @returns the conversion, successful or
 * not
 */
async function save(wanted: SavePdf): Promise<Conversion> {
  const id = await begin(wanted)
  // The credits are reserved from now on.
  void invalidate('getDocumentCredits')
  for (;;) {
    const input = { params: { conversion_id: id }, query: { timeout: HOLD_S } }
    const conversion = await call('waitForDocument', input)
    if (conversion.status !== 'pending') return conversion
  }
}

export const useSavePdf = () =>
  useMutation({
    mutationFn: save,
    onSettled: () => void invalidate('getDocumentCredits'),
    onSuccess: ({ delivery }) => {
      void invalidate('listConversions')
      invalidateUsage()
      if (!delivery) return
      void invalidate('listUserFiles')
      void invalidate('getUserFile')
    },
  })
