import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES_FOLDER } from '../../kernel/packages.ts'

const PACKAGES = join(MODULES_FOLDER, '@tesseract.js-data')
/** The first is faster, the second smaller; either works. */
const KINDS = ['4.0.0', '4.0.0_best_int']

/** The data file of a language, or null if its package isn't installed. */
export function languageFile(code: string): string | null {
  if (!/^[a-z]{3,4}(_[a-z]{3,5}){0,2}$/.test(code)) return null
  const files = KINDS.map((kind) => join(PACKAGES, code, kind, `${code}.traineddata.gz`))
  return files.find((file) => existsSync(file)) ?? null
}

/** Codes of the installed languages (`eng`, `deu`, `chi_sim`), English first. */
export function installedLanguages(): string[] {
  const names = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort() : []
  const codes = names.filter((name) => languageFile(name) !== null)
  return codes.toSorted((a, b) => Number(b === 'eng') - Number(a === 'eng'))
}

/** The display name of a language: `German` for `deu`. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code.replaceAll('_', '-')) ?? code
  } catch {
    return code
  }
}
