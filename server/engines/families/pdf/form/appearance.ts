import type { PDFDict } from '@cantoo/pdf-lib'
import { at, dictAt, nameAt, textAt, textOf } from './objects.ts'
import { type Field, type Form, inherited, type Place } from './tree.ts'
import type { Face } from './typeset.ts'

/** The text style of a field from its default appearance (`DA`). */
export interface Style {
  face: Face
  /** In points; 0 for auto size. */
  size: number
  /** Operators that set the color. */
  colour: string
  align: 'left' | 'centre' | 'right'
}

const FONT = /\/([^\s/[\]()<>]{1,100})\s+(-?[\d.]{1,12})\s+Tf/
const COLOUR = /((?:-?[\d.]{1,12}\s+){1,4})(g|rg|k)(?![a-zA-Z])/g
const COUNT: Readonly<Record<string, number>> = { g: 1, rg: 3, k: 4 }

export function styleOf(form: Form, field: Field, { dict }: Place): Style {
  const said =
    textAt(dict, 'DA') ??
    textOf(inherited(field.chain, 'DA')) ??
    (form.acroForm && textAt(form.acroForm, 'DA')) ??
    ''
  const font = FONT.exec(said)
  const size = Number(font?.[2])
  const aligned = at(dict, 'Q') ?? inherited(field.chain, 'Q') ?? (form.acroForm && at(form.acroForm, 'Q'))
  return {
    face: faceOf(font?.[1] ?? '', [...field.chain, ...(form.acroForm ? [form.acroForm] : [])]),
    size: Number.isFinite(size) && size > 0 ? Math.min(300, size) : 0,
    colour: colourOf(said),
    align: (['left', 'centre', 'right'] as const)[Number(String(aligned ?? 0))] ?? 'left',
  }
}

function colourOf(said: string): string {
  for (const [, numbers = '', name = ''] of [...said.matchAll(COLOUR)].toReversed()) {
    const parts = numbers.trim().split(/\s+/).map(Number)
    if (parts.length >= (COUNT[name] ?? 9) && parts.every(Number.isFinite))
      return `${parts.slice(-(COUNT[name] ?? 1)).join(' ')} ${name}`
  }
  return '0 g'
}

/** Maps a form's font to the closest standard 14 font. */
function faceOf(name: string, dicts: readonly PDFDict[]): Face {
  const bases = dicts.flatMap((dict) => {
    const resources = dictAt(dict, 'DR')
    const fonts = resources && dictAt(resources, 'Font')
    const font = fonts && name !== '' ? dictAt(fonts, name) : undefined
    return (font && nameAt(font, 'BaseFont')) ?? []
  })
  const base = bases[0] ?? name
  const family = /cour|mono|consol|typewriter|^co(bo|ob)/i.test(base)
    ? 'mono'
    : /times|roman|serif(?!.*sans)|georgia|garamond|book|minion|palat|^ti(ro|bo|it|bi)/i.test(base) &&
        !/sans/i.test(base)
      ? 'serif'
      : 'sans'
  return {
    family,
    bold: /bold|black|heavy|^he(bo)|^ti(bo|bi)|^co(bo)/i.test(base),
    italic: /ital|obli|^heob|^ti(it|bi)|^coob/i.test(base),
  }
}
