/** How a format's short name is written where there is no room for its full name: "DOCX", "WebP", "MD". */
const WRITTEN: Record<string, string> = {
  jpg: 'JPEG',
  webp: 'WebP',
  latex: 'LaTeX',
  typst: 'Typst',
  ipynb: 'IPYNB',
  asciidoc: 'ADOC',
  mediawiki: 'Wiki',
}

export const formatLabel = (format: string): string => WRITTEN[format] ?? format.toUpperCase()
