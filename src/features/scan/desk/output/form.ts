import type { ScanColour, ScanPageSize, ScanPdf, ScanQuality } from '../../../../api/scan.ts'

export type SaveTo = 'download' | 'storage'
export type NextStep = 'nothing' | 'workbench' | 'convert' | 'sign'

/** How the pages become a PDF, as it is typed and chosen. */
export interface OutputForm {
  /** Null: the title of the session and the date. */
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

/**
 * The name of the file: `{date}` becomes the day, and it ends in .pdf. Null where nothing is left
 * of it.
 */
export function resolveName(pattern: string, now: Date): string | null {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const name = pattern
    .replaceAll(/\{date\}/gi, day)
    .replaceAll(/[/\\]/g, '-')
    .replace(/\.pdf$/i, '')
    .trim()
  return name === '' ? null : `${name}.pdf`
}

/** The languages that are read: those that were chosen and are installed, else the first one. */
export function readLanguages(
  { isSearchable, languages }: Pick<OutputForm, 'isSearchable' | 'languages'>,
  installed: readonly { code: string }[],
): string[] {
  if (!isSearchable) return []
  const chosen = languages.filter((code) => installed.some((one) => one.code === code))
  return (chosen.length > 0 ? chosen : installed.slice(0, 1).map(({ code }) => code)).slice(0, MOST_LANGUAGES)
}

/** What is asked of the service. */
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
