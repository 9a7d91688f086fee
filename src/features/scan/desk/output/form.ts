import type { ScanColour, ScanPageSize, ScanPdf, ScanQuality } from '../../../../api/scan.ts'

export type SaveTo = 'download' | 'storage'
export type NextStep = 'nothing' | 'workbench' | 'convert' | 'sign'

/** The form values of the PDF. */
export interface OutputForm {
  /** Null: the session's title and the date. */
  name: string | null
  pageSize: ScanPageSize
  quality: ScanQuality
  colour: ScanColour
  isSearchable: boolean
  languages: readonly string[]
  saveTo: SaveTo
  next: NextStep
  marginMm: number
  title: string
}

export const MOST_LANGUAGES = 3
export const MOST_MARGIN = 50

export const FIRST_FORM: OutputForm = {
  ...{ name: null, pageSize: 'auto', quality: 'balanced', colour: 'pages' },
  ...{ isSearchable: true, languages: [], saveTo: 'download', next: 'nothing', marginMm: 0, title: '' },
}

const two = (number: number) => String(number).padStart(2, '0')

/** The file name: `{date}` is replaced by the day, and it ends in .pdf. Null if it is empty. */
export function resolveName(pattern: string, now: Date): string | null {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const name = pattern
    .replaceAll(/\{date\}/gi, day)
    .replaceAll(/[/\\]/g, '-')
    .replace(/\.pdf$/i, '')
    .trim()
  return name === '' ? null : `${name}.pdf`
}

/** The OCR languages: the selected ones that are installed, otherwise the first one. */
export function readLanguages(
  { isSearchable, languages }: Pick<OutputForm, 'isSearchable' | 'languages'>,
  installed: readonly { code: string }[],
): string[] {
  if (!isSearchable) return []
  const chosen = languages.filter((code) => installed.some((one) => one.code === code))
  return (chosen.length > 0 ? chosen : installed.slice(0, 1).map(({ code }) => code)).slice(0, MOST_LANGUAGES)
}

/** The request for the PDF. */
export function pdfOf(form: OutputForm, filename: string | null, languages: readonly string[]): ScanPdf {
  return {
    ...(filename !== null && { filename }),
    ...(form.title.trim() && { title: form.title.trim() }),
    page_size: form.pageSize,
    quality: form.quality,
    colour: form.colour,
    margin_mm: form.marginMm,
    ocr: languages.length > 0 ? { languages: [...languages] } : null,
    destination: { kind: form.saveTo },
  }
}
