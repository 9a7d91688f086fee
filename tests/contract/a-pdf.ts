import { pdfOf } from '../../scripts/pdf-of.ts'

/**
 * A PDF of so many empty pages, small and whole: enough for whatever only counts and turns pages.
 */
export function aPdf(pages = 1): Blob {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ')
  const text = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>'),
  ])
  return new Blob([text], { type: 'application/pdf' })
}

/** A PDF that says that it has two pages, and has one: nothing can be put on the second. */
export function aLyingPdf(): Blob {
  const text = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
  ])
  return new Blob([text], { type: 'application/pdf' })
}
