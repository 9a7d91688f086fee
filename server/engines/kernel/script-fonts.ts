import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES_FOLDER } from './packages.ts'
import { type Sentence, sentence } from './sentence.ts'

/** A script that few documents use, with its font: a package of its own, which may be missing. */
export interface Script {
  name: string
  family: string
  /** A letter of it; whether a font has this one tells whether it has the script. */
  letter: string
  /** Where the regular and the bold face lie. */
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

/**
 * A script that no package of ours has a font for: known, so that a missing letter is a warning.
 */
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
    // Signs such as © and arrows are among the fonts for text.
    pattern: /\p{Emoji_Presentation}/u,
  },
]

const isInstalled = ({ files }: Script) => files.length > 0 && files.every((file) => existsSync(file))

/** Scripts of the text that have a font here. */
export const scriptsIn = (text: string): Script[] =>
  SCRIPTS.filter((one) => one.pattern.test(text) && isInstalled(one))

/** The files of all script fonts that are here. */
export const scriptFontFiles = (): string[] => SCRIPTS.filter(isInstalled).flatMap(({ files }) => files)

/**
 * A warning where the text has a script without a font. `hasLetter` tells whether another font,
 * such as one of the system's, has a letter; without it only the fonts that come with Filewright
 * are known.
 */
export function fontWarnings(text: string, hasLetter: (letter: string) => boolean = () => false): Sentence[] {
  const missing = SCRIPTS.filter(
    (one) => one.pattern.test(text) && !isInstalled(one) && !hasLetter(one.letter),
  )
  if (missing.length === 0) return []
  const names = new Intl.ListFormat('en').format(missing.map(({ name }) => name))
  return [sentence`This server has no font for ${names}. That text may be missing or shown as boxes.`]
}
