import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { scriptFontFiles } from '../../kernel/script-fonts.ts'
import { FAMILIES, FONT_FOLDERS } from '../../kernel/shipped-fonts.ts'

const { text, mono, japanese, korean, chinese, arabic, hebrew, math } = FAMILIES
const OTHER_SCRIPTS = [japanese, chinese, korean, arabic, hebrew, math]

/**
 * What stands in for a font that is not here, best first. Letters of the same widths keep the line
 * breaks of the source: Carlito and Caladea have those of Calibri and Cambria, the Liberation fonts
 * those of Arial, Times and Courier.
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
 * Shows the office the system's fonts and those that this project brings along: a server has few of
 * its own, and a document in a script that it has none for would be all boxes. Writes the settings
 * to `file`; `cache` is a folder that may be written.
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
    // What stands first wins: the system's settings would have its widest font stand in for all.
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${aliases.join('')}<include ignore_missing="yes">/etc/fonts/fonts.conf</include>${folders.join('')}<cachedir>${cache}</cachedir></fontconfig>`,
  )
}
