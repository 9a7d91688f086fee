import type { FontFacts } from '../../../../contract/font-inspection.ts'
import { UNICODE_BLOCKS } from './unicode-blocks.ts'

const MAX_RANGES = 1000

/** Script names in regular expression syntax. */
const SCRIPTS =
  'Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Cherokee Khmer Mongolian Hiragana Katakana Bopomofo Han Yi Coptic Glagolitic Gothic Runic Ogham Tifinagh Braille'
    .split(' ')
    .map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }))

const A_TO_Z = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Required letters of each language in addition to its row's `base`; both cases if they exist. */
const LANGUAGES: [tag: string, letters: string][] = [
  ['en', A_TO_Z],
  ['de', `${A_TO_Z}ÄÖÜäöüß`],
  ['fr', `${A_TO_Z}ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûüÿ`],
  ['es', `${A_TO_Z}ÁÉÍÑÓÚÜáéíñóúü¡¿`],
  ['pt', `${A_TO_Z}ÀÁÂÃÇÉÊÍÓÔÕÚàáâãçéêíóôõú`],
  ['it', `${A_TO_Z}ÀÈÉÌÒÙàèéìòù`],
  ['nl', `${A_TO_Z}ÁÉËÏÓÖÜáéëïóöü`],
  ['sv', `${A_TO_Z}ÅÄÖåäö`],
  ['da', `${A_TO_Z}ÆØÅæøå`],
  ['nb', `${A_TO_Z}ÆØÅæøå`],
  ['fi', `${A_TO_Z}ÅÄÖåäö`],
  ['is', `${A_TO_Z}ÁÐÉÍÓÚÝÞÆÖáðéíóúýþæö`],
  ['pl', `${A_TO_Z}ĄĆĘŁŃÓŚŹŻąćęłńóśźż`],
  ['cs', `${A_TO_Z}ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž`],
  ['sk', `${A_TO_Z}ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽáäčďéíĺľňóôŕšťúýž`],
  ['hu', `${A_TO_Z}ÁÉÍÓÖŐÚÜŰáéíóöőúüű`],
  ['ro', `${A_TO_Z}ĂÂÎȘȚăâîșț`],
  ['hr', `${A_TO_Z}ČĆĐŠŽčćđšž`],
  ['tr', `${A_TO_Z}ÇĞİÖŞÜçğıöşü`],
  ['lt', `${A_TO_Z}ĄČĘĖĮŠŲŪŽąčęėįšųūž`],
  ['lv', `${A_TO_Z}ĀČĒĢĪĶĻŅŠŪŽāčēģīķļņšūž`],
  ['et', `${A_TO_Z}ÄÕÖÜŠŽäõöüšž`],
  ['vi', `${A_TO_Z}ĂÂĐÊÔƠƯăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ`],
  ['el', 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ'],
  ['ru', 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя'],
  ['uk', 'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюя'],
  ['bg', 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯабвгдежзийклмнопрстуфхцчшщъьюя'],
  ['sr', 'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШабвгдђежзијклљмнњопрстћуфхцчџш'],
  ['hy', 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՓՔՕՖաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցփքօֆ'],
  ['ka', 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'],
  ['he', 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
  ['ar', 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي'],
  ['fa', 'ءآأؤئابتثجحخدذرزسشصضطظعغفقلمنهوپچژکگی'],
  ['hi', 'अआइईउऊऋएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूृेैोौ्ं'],
  ['bn', 'অআইঈউঊএঐওঔকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহ'],
  ['ta', 'அஆஇஈஉஊஎஏஐஒஓகஙசஞடணதநபமயரலவழளறன'],
  ['th', 'กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'],
  ['ja', 'あいうえおかきくけこアイウエオカキクケコ日本語時間人大学気東'],
  ['ko', '가각간갈감나다라마바사아자차카타파하한국어말글'],
  ['zh-Hans', '的一是不了人我在有他这中大来上个国说们为东车书长门'],
  ['zh-Hant', '的一是不了人我在有他這中大來上個國說們為東車書長門'],
]

type Coverage = Pick<
  FontFacts,
  'characters' | 'blocks' | 'scripts' | 'languages' | 'ranges' | 'ranges_left_out'
>

/** The scripts and languages that sorted code points cover. */
export function coverageOf(unicodes: Uint32Array): Coverage {
  const has = new Set(unicodes)
  const ranges = runs(unicodes)
  const text = [...unicodes].filter((code) => code < 0xd800 || code > 0xdfff)
  return {
    characters: unicodes.length,
    blocks: UNICODE_BLOCKS.map((block) => ({
      ...block,
      characters: below(unicodes, block.last + 1) - below(unicodes, block.first),
    })).filter(({ characters }) => characters > 0),
    scripts: SCRIPTS.map(({ name, pattern }) => ({
      name,
      characters: text.filter((code) => pattern.test(String.fromCodePoint(code))).length,
    })).filter(({ characters }) => characters > 0),
    languages: LANGUAGES.filter(([, letters]) =>
      [...letters].every((letter) => has.has(letter.codePointAt(0) ?? 0)),
    ).map(([tag]) => tag),
    ranges: ranges.slice(0, MAX_RANGES),
    ranges_left_out: Math.max(0, ranges.length - MAX_RANGES),
  }
}

function runs(unicodes: Uint32Array): [number, number][] {
  const found: [number, number][] = []
  for (const code of unicodes) {
    const last = found.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else found.push([code, code])
  }
  return found
}

/** The number of code points below `limit`. */
function below(unicodes: Uint32Array, limit: number): number {
  let [from, to] = [0, unicodes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((unicodes[middle] ?? 0) < limit) from = middle + 1
    else to = middle
  }
  return from
}
