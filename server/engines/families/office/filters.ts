/** LibreOffice's three applications; each reads and writes its own kind of formats. */
export const KINDS = ['text', 'sheet', 'slides'] as const
export type Kind = (typeof KINDS)[number]

interface OfficeFormat {
  kind: Kind
  /** LibreOffice's name of the export filter. */
  writer: string
  /**
   * LibreOffice's name of the import filter, if required: it would otherwise import a broken file
   * as plain text. The old binary formats have several filters and are detected by content.
   */
  reader?: string
}

/** Names: LibreOffice's filter configuration, `filter/source/config/fragments/filters`. */
export const OFFICE_FORMATS: Readonly<Record<string, OfficeFormat>> = {
  docx: { kind: 'text', writer: 'MS Word 2007 XML', reader: 'MS Word 2007 XML' },
  odt: { kind: 'text', writer: 'writer8', reader: 'writer8' },
  doc: { kind: 'text', writer: 'MS Word 97' },
  rtf: { kind: 'text', writer: 'Rich Text Format', reader: 'Rich Text Format' },
  xlsx: { kind: 'sheet', writer: 'Calc MS Excel 2007 XML', reader: 'Calc MS Excel 2007 XML' },
  ods: { kind: 'sheet', writer: 'calc8', reader: 'calc8' },
  xls: { kind: 'sheet', writer: 'MS Excel 97' },
  pptx: {
    kind: 'slides',
    writer: 'Impress MS PowerPoint 2007 XML',
    reader: 'Impress MS PowerPoint 2007 XML',
  },
  odp: { kind: 'slides', writer: 'impress8', reader: 'impress8' },
  ppt: { kind: 'slides', writer: 'MS PowerPoint 97' },
}

export const CSV_FILTER = 'Text - txt - csv (StarCalc)'

const PDF_FILTERS: Record<Kind, string> = {
  text: 'writer_pdf_Export',
  sheet: 'calc_pdf_Export',
  slides: 'impress_pdf_Export',
}

/** The formats of a kind in table order. */
export function formatsOf(kind: Kind): string[] {
  return Object.keys(OFFICE_FORMATS).filter((format) => OFFICE_FORMATS[format]?.kind === kind)
}

/** A filter for reading or writing: its LibreOffice name and options. */
export interface Filter {
  name: string
  options?: string
}

export interface Writer extends Filter {
  extension: string
  /** The sheet to write, counted from 1; 0 for each sheet as a separate file. */
  sheet?: number
}

export interface PdfExport {
  /** `1-3,7`; empty for all. */
  pages: string
  pdf_a: 'none' | '2b'
  tagged: boolean
  /** JPEG quality of images, 1 to 100; 100 is lossless. */
  image_quality: number
  /** Maximum DPI. LibreOffice supports only some steps. */
  image_resolution: 'keep' | '75' | '150' | '300' | '600'
  single_page_sheets?: boolean
}

/** The export filter for a PDF of a document in the format `source`. Its options are JSON. */
export function pdfWriter(source: string, options: PdfExport): Writer {
  const kind = OFFICE_FORMATS[source]?.kind ?? 'text'
  const long = (value: number) => ({ type: 'long', value: String(value) })
  const boolean = (value: boolean) => ({ type: 'boolean', value: String(value) })
  const range = options.pages.replaceAll(' ', '')
  const settings = {
    ...(range ? { PageRange: { type: 'string', value: range } } : {}),
    SelectPdfVersion: long(options.pdf_a === '2b' ? 2 : 0),
    UseTaggedPDF: boolean(options.tagged),
    UseLosslessCompression: boolean(options.image_quality === 100),
    Quality: long(options.image_quality),
    ReduceImageResolution: boolean(options.image_resolution !== 'keep'),
    MaxImageResolution: long(Number(options.image_resolution) || 300),
    ...(options.single_page_sheets ? { SinglePageSheets: boolean(true) } : {}),
  }
  return { extension: 'pdf', name: PDF_FILTERS[kind], options: JSON.stringify(settings) }
}

export interface CsvExport {
  separator: Separator
  /** Counted from 1; 0 for all. */
  sheet: number
}
export type Separator = 'comma' | 'semicolon' | 'tab'

export const SEPARATORS: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' }

/**
 * The export filter for CSV. Tokens: separator, quotation mark, UTF-8, first line, columns,
 * language, quote all texts, special numbers, as shown, formulas, spaces; the sheet is the last
 * one.
 */
export function csvWriter({ separator, sheet }: CsvExport): Writer {
  const code = SEPARATORS[separator].charCodeAt(0)
  return {
    extension: 'csv',
    name: CSV_FILTER,
    options: `${code},34,76,1,,0,false,true,true,false,false`,
    sheet,
  }
}
