import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES, FONT_FOLDERS } from '../shipped-fonts.ts'

const { text, mono, japanese, korean, chinese, arabic, hebrew, math } = FAMILIES
const FALLBACK = [japanese, chinese, korean, arabic, hebrew, math]

/**
 * Shows the office the system's fonts and, behind them, those that this project brings along: a server has few of its own,
 * and a document in a script that it has none for would be all boxes. Returns the settings' path; `state` may be written.
 */
export function officeFonts(state: string): string {
  const file = join(state, 'fonts.conf')
  const behind = (asked: string, given: string) =>
    `<alias><family>${asked}</family><default>${[given, ...FALLBACK].map((name) => `<family>${name}</family>`).join('')}</default></alias>`
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>${FONT_FOLDERS.map((one) => `<dir>${one}</dir>`).join('')}<cachedir>${join(state, 'font-cache')}</cachedir>${behind('sans-serif', text)}${behind('serif', text)}${behind('monospace', mono)}</fontconfig>`,
  )
  return file
}
