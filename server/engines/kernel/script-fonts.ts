import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES_FOLDER } from './packages.ts'
import { type Sentence, sentence } from './sentence.ts'

/** A rare script with its font, which is a separate, optional package. */
export interface Script {
  name: string
  family: string
  /** A sample letter: a font that has its glyph covers the script. */
  letter: string
  /** Paths of the regular and the bold face. */
  files: readonly string[]
  pattern: RegExp
}

const faces = (pack: string, file: string) =>
  ['400Regular', '700Bold'].map((weight) =>
    join(MODULES_FOLDER, '@expo-google-fonts', pack, weight, `${file}_${weight}.ttf`),
  )

const script = (name: string, letter: string): Script => ({
  name,
  family: `Noto Sans ${name}`,
  letter,
  files: faces(`noto-sans-${name.toLowerCase()}`, `NotoSans${name}`),
  pattern: new RegExp(`\\p{Script=${name}}`, 'u'),
})

/** A script for which no bundled package has a font; listed so that it causes a warning. */
const withoutFont = (name: string, letter: string): Script => ({ ...script(name, letter), files: [] })

const SCRIPTS: readonly Script[] = [
  script('Thai', 'ก'),
  script('Devanagari', 'क'),
  script('Bengali', 'ক'),
  script('Tamil', 'க'),
  script('Telugu', 'క'),
  script('Gujarati', 'ક'),
  script('Gurmukhi', 'ਕ'),
  script('Kannada', 'ಕ'),
  script('Malayalam', 'ക'),
  script('Sinhala', 'ක'),
  script('Khmer', 'ក'),
  script('Myanmar', 'က'),
  script('Ethiopic', 'አ'),
  script('Armenian', 'Ա'),
  script('Georgian', 'ა'),
  script('Lao', 'ກ'),
  withoutFont('Tibetan', 'ཀ'),
  withoutFont('Syriac', 'ܐ'),
  withoutFont('Thaana', 'ހ'),
  withoutFont('Cherokee', 'Ꭰ'),
  withoutFont('Mongolian', 'ᠠ'),
  withoutFont('Javanese', 'ꦏ'),
  withoutFont('Yi', 'ꀀ'),
  {
    name: 'emoji',
    family: 'Noto Emoji',
    letter: '😀',
    files: faces('noto-emoji', 'NotoEmoji'),
    // Symbols such as © and arrows are in the text fonts.
    pattern: /\p{Emoji_Presentation}/u,
  },
]

const isInstalled = ({ files }: Script) => files.length > 0 && files.every((file) => existsSync(file))

/** Scripts in the text whose font is installed. */
export const scriptsIn = (text: string): Script[] =>
  SCRIPTS.filter((one) => one.pattern.test(text) && isInstalled(one))

/** Files of all installed script fonts. */
export const scriptFontFiles = (): string[] => SCRIPTS.filter(isInstalled).flatMap(({ files }) => files)

/**
 * A warning for each script in the text that has no font. `hasLetter` checks other fonts, such as
 * the system's; without it only the bundled fonts count.
 */
export function fontWarnings(text: string, hasLetter: (letter: string) => boolean = () => false): Sentence[] {
  const missing = SCRIPTS.filter(
    (one) => one.pattern.test(text) && !isInstalled(one) && !hasLetter(one.letter),
  )
  if (missing.length === 0) return []
  const names = new Intl.ListFormat('en').format(missing.map(({ name }) => name))
  return [sentence`This server has no font for ${names}. That text may be missing or shown as boxes.`]
}
