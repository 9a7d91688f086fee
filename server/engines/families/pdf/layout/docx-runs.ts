import { ExternalHyperlink, PageNumber, type ParagraphChild, Tab, TextRun } from 'docx'
import type { Run, RunningPart, Style } from './model.ts'
import { legalText } from './xml-text.ts'

const RAISED = 1.5

/** Converts runs with their links, tabs and styles. */
export function runChildren(runs: readonly Run[], rtl: boolean): ParagraphChild[] {
  return runs.map((run) => {
    const text = textRun(run, rtl)
    return run.link === null ? text : new ExternalHyperlink({ link: legalText(run.link), children: [text] })
  })
}

/** Converts a header or footer line with its fields. */
export function runningChildren(parts: readonly RunningPart[]): ParagraphChild[] {
  return parts.map((part) => {
    if (!('field' in part)) return textRun(part, false)
    const field = part.field === 'page' ? PageNumber.CURRENT : PageNumber.TOTAL_PAGES
    return new TextRun({ ...styled(part.style), children: [field] })
  })
}

function textRun({ text, style, script }: Run, rtl: boolean): TextRun {
  const children = legalText(text)
    .split('\t')
    .flatMap((piece, index) => (index === 0 ? [piece] : [new Tab(), piece]))
  return new TextRun({
    // Word processors reduce superscript themselves.
    ...styled(script ? { ...style, size: style.size * RAISED } : style),
    children,
    ...(script === 'super' ? { superScript: true } : {}),
    ...(script === 'sub' ? { subScript: true } : {}),
    ...(rtl ? { rightToLeft: true } : {}),
  })
}

function styled({ font, size, bold, italic, color }: Style) {
  return {
    font: legalText(font),
    // In half-points.
    size: Math.max(2, Math.round(size * 2)),
    ...(bold ? { bold } : {}),
    ...(italic ? { italics: true } : {}),
    ...(color ? { color } : {}),
  }
}
