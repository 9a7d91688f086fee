import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { scriptFontFiles } from '../../kernel/script-fonts.ts'
import { FAMILIES, FONT_FOLDERS } from '../../kernel/shipped-fonts.ts'

const { text, mono, japanese, korean, chinese, arabic, hebrew, math } = FAMILIES
const OTHER_SCRIPTS = [japanese, chinese, korean, arabic, hebrew, math]

/**
 * Substitutes for missing fonts, best first. Metric-compatible fonts keep the line breaks: Carlito
 * and Caladea match Calibri and Cambria, the Liberation fonts Arial, Times and Courier.
 */
const STAND_INS: [family: string, substitutes: string[]][] = [
  ['Calibri', ['Carlito', 'Liberation Sans', text]],
  ['Cambria', ['Caladea', 'Liberation Serif', text]],
  ['sans-serif', ['Liberation Sans', text, ...OTHER_SCRIPTS]],
  ['serif', ['Liberation Serif', text, ...OTHER_SCRIPTS]],
  ['monospace', ['Liberation Mono', mono, ...OTHER_SCRIPTS]],
  ...each('MS Mincho,MS PMincho,MS Gothic,MS PGothic,Meiryo,Yu Gothic,Yu Mincho', japanese),
  ...each('SimSun,SimHei,NSimSun,Microsoft YaHei,FangSong,KaiTi,DengXian', chinese),
  ...each('Batang,Gulim,Dotum,Malgun Gothic', korean),
]

function each(names: string, given: string): [string, string[]][] {
  return names.split(',').map((name) => [name, [given]])
}

/**
 * Gives LibreOffice the system's and the bundled fonts: servers have few, and text in an
 * unsupported script would be boxes. Writes the fontconfig settings to `file`; `cache` is a
 * writable folder.
 */
export function officeFonts(file: string, cache: string): void {
  const aliases = STAND_INS.map(
    ([family, substitutes]) =>
      `<alias><family>${family}</family><prefer>${substitutes.map((name) => `<family>${name}</family>`).join('')}</prefer></alias>`,
  )
  const scripts = scriptFontFiles().map((file) => dirname(file))
  const folders = [...FONT_FOLDERS, ...new Set(scripts)].map((folder) => `<dir>${folder}</dir>`)
  writeFileSync(
    file,
    // The first match wins: the system's settings would substitute its font with the largest
    // coverage.
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${aliases.join('')}<include ignore_missing="yes">/etc/fonts/fonts.conf</include>${folders.join('')}<cachedir>${cache}</cachedir></fontconfig>`,
  )
}
