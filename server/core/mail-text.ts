import type { Message } from '../platform.ts'

type Words = Omit<Extract<Message, { kind: 'mail' }>, 'kind' | 'to'>

/**
 * Replaces whitespace, control characters and direction overrides by one space: input cannot start
 * a new line.
 */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)

/** The dashboard's colors (src/styles/tokens.css) in a format that mail clients support. */
const LIGHT = {
  desk: '#f4f2ee',
  sheet: '#fdfcfa',
  line: '#e0dcd5',
  ink: '#1f1b16',
  faint: '#68625a',
  accent: '#2646aa',
}
const DARK = {
  desk: '#151310',
  sheet: '#1d1b17',
  line: '#302d28',
  ink: '#ebe7e0',
  faint: '#9b968e',
  accent: '#97b2f8',
}
const FONT = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/**
 * A mail in plain text and HTML. Each of `lines` is a paragraph; `code` is a code to type; `link`
 * is the call to action. All are escaped: user input stays on its line.
 */
export function mail({
  subject,
  lines,
  code,
  link,
}: {
  subject: string
  lines: string[]
  code?: string
  link?: { label: string; url: string }
}): Words {
  const title = oneLine(subject)
  const paragraphs = lines.map(oneLine)
  const url = link && new URL(link.url)
  if (url && !['http:', 'https:'].includes(url.protocol)) throw new Error('a mail links to web pages alone')
  const target = url && link && { label: oneLine(link.label), href: url.href }
  const [first = '', ...rest] = paragraphs
  const text = [
    first,
    ...(code ? [`    ${oneLine(code)}`] : []),
    ...(target ? [`${target.label}:\n${target.href}`] : []),
    ...rest,
    '-- \nFilewright',
  ]
  return { subject: title, text: `${text.join('\n\n')}\n`, html: page(title, first, rest, code, target) }
}

function page(
  title: string,
  first: string,
  rest: string[],
  code: string | undefined,
  link: { label: string; href: string } | undefined,
): string {
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escaped(line)}</p>`
  const parts = [
    paragraph(first),
    ...(code
      ? [
          `<p class="ink" style="margin:0 0 16px;font:600 28px/36px 'Geist Mono',Consolas,Menlo,monospace;letter-spacing:3px">${escaped(oneLine(code))}</p>`,
        ]
      : []),
    ...(link
      ? [
          `<p style="margin:0 0 16px"><a class="button" href="${escaped(link.href)}" style="display:inline-block;padding:11px 18px;border-radius:6px;background:${LIGHT.accent};color:#fdfcf9;font-weight:600;text-decoration:none">${escaped(link.label)}</a></p>`,
          `<p class="faint" style="margin:0 0 16px;color:${LIGHT.faint};font-size:13px;line-height:20px;overflow-wrap:anywhere">Or open this address: <a class="accent" href="${escaped(link.href)}" style="color:${LIGHT.accent}">${escaped(link.href)}</a></p>`,
        ]
      : []),
    ...rest.map(paragraph),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .desk { background: ${DARK.desk} !important }
  .sheet { background: ${DARK.sheet} !important; border-color: ${DARK.line} !important }
  .desk, .sheet, .ink { color: ${DARK.ink} !important }
  .faint { color: ${DARK.faint} !important }
  .accent { color: ${DARK.accent} !important }
  .button { background: ${DARK.accent} !important; color: #0c1326 !important }
}
</style>
</head>
<body class="desk" style="margin:0;padding:0;background:${LIGHT.desk};color:${LIGHT.ink}">
<div class="desk" style="padding:32px 16px;background:${LIGHT.desk};color:${LIGHT.ink};font:16px/24px ${FONT}">
<div class="sheet" style="box-sizing:border-box;max-width:576px;margin:0 auto;padding:28px 28px 12px;background:${LIGHT.sheet};color:${LIGHT.ink};border:1px solid ${LIGHT.line};border-radius:8px">
<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:${LIGHT.ink}">${escaped(title)}</h1>
${parts.join('\n')}
</div>
<p class="faint" style="box-sizing:border-box;max-width:576px;margin:16px auto 0;padding:0 28px;color:${LIGHT.faint};font-size:13px;line-height:20px">Filewright</p>
</div>
</body>
</html>
`
}
