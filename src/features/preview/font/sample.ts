import type { FontFacts } from '../../../api/preview.ts'

/** A pangram, or a well-known sentence, by script. Script names as in Unicode. */
const SENTENCES: Record<string, string> = {
  Latin: 'The quick brown fox jumps over the lazy dog',
  Cyrillic: 'Съешь же ещё этих мягких французских булок, да выпей чаю',
  Greek: 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
  Hebrew: 'דג סקרן שט בים מאוכזב ולפתע מצא חברה',
  Arabic: 'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر',
  Devanagari: 'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश',
  Bengali: 'আমি কাঁচ খেতে পারি, তাতে আমার কোনো ক্ষতি হয় না',
  Tamil: 'நான் கண்ணாடி சாப்பிடுவேன், அதனால் எனக்கு ஒரு கேடும் வராது',
  Thai: 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน',
  Georgian: 'ჩემი თავი ბედნიერი',
  Armenian: 'Բել դղյակի ձախ ժամն օֆ ազգությանը ցպահանջ չճշտած',
  Hiragana: 'いろはにほへと ちりぬるを わかよたれそ つねならむ',
  Katakana: 'イロハニホヘト チリヌルヲ ワカヨタレソ ツネナラム',
  Han: '天地玄黃 宇宙洪荒 日月盈昃 辰宿列張',
  Hangul: '키스의 고유조건은 입술끼리 만나야 하고',
}

export interface Sample {
  /** A script's name, or '' for the font's own characters. */
  script: string
  text: string
}

/** The number of own characters for a font that covers no sentence. */
const OWN = 48
/** The minimum share of covered characters of a sentence. */
const ENOUGH = 0.9

/** The samples of a font: a sentence for each covered script, and always its own characters. */
export function samplesOf(facts: FontFacts): Sample[] {
  const has = (letter: string) => covers(facts.ranges, letter.codePointAt(0) as number)
  const sentences = facts.scripts.flatMap(({ name }): Sample[] => {
    const text = SENTENCES[name]
    if (!text) return []
    const letters = [...text].filter((letter) => /\p{L}/u.test(letter))
    return letters.filter(has).length >= ENOUGH * letters.length ? [{ script: name, text }] : []
  })
  const own = facts.glyphs
    .flatMap(({ unicode }) => (unicode === null ? [] : [String.fromCodePoint(unicode)]))
    .filter((letter) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(letter))
    .slice(0, OWN)
    .join('')
  return own ? [...sentences, { script: '', text: own }] : sentences
}

/** Whether a code point is in one of the sorted ranges. */
export function covers(ranges: FontFacts['ranges'], code: number): boolean {
  return ranges.some(([first = 0, last = first]) => first <= code && code <= last)
}
