import type { XmlElement } from './xml.ts'
import { childrenOf, textOf } from './xml-tree.ts'

/** The texts of a sheet's headers and footers, each once, without page numbers, dates and file names. */
export function headerTexts(source: XmlElement | undefined): { headers: string[]; footers: string[] } {
  const texts = (place: string) => [
    ...new Set(
      childrenOf(source)
        .filter(({ name }) => name.endsWith(place))
        .flatMap((part) => plainParts(textOf(part))),
    ),
  ]
  return { headers: texts('Header'), footers: texts('Footer') }
}

/** The left, middle and right part of a header, whose codes (ECMA-376 part 1, 18.3.1.46) begin with `&`. */
function plainParts(text: string): string[] {
  return text
    .replace(/&&/g, '\u0000')
    .split(/&[LCR]/)
    .map((part) =>
      part
        .replace(/&"[^"]*"|&K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|&\d+|&[A-Za-z]/g, '')
        .replaceAll('\u0000', '&')
        .trim(),
    )
    .filter((part) => part !== '')
}
