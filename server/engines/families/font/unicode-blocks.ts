/** Unicode blocks that fonts commonly cover: first and last code point (hexadecimal) and name. */
const TABLE = `0 7F Basic Latin|80 FF Latin-1 Supplement|100 17F Latin Extended-A|180 24F Latin Extended-B|250 2AF IPA Extensions
2B0 2FF Spacing Modifier Letters|300 36F Combining Diacritical Marks|370 3FF Greek and Coptic|400 4FF Cyrillic|500 52F Cyrillic Supplement
530 58F Armenian|590 5FF Hebrew|600 6FF Arabic|700 74F Syriac|750 77F Arabic Supplement|780 7BF Thaana|7C0 7FF NKo|800 83F Samaritan
840 85F Mandaic|860 86F Syriac Supplement|870 89F Arabic Extended-B|8A0 8FF Arabic Extended-A|900 97F Devanagari|980 9FF Bengali
A00 A7F Gurmukhi|A80 AFF Gujarati|B00 B7F Oriya|B80 BFF Tamil|C00 C7F Telugu|C80 CFF Kannada|D00 D7F Malayalam|D80 DFF Sinhala
E00 E7F Thai|E80 EFF Lao|F00 FFF Tibetan|1000 109F Myanmar|10A0 10FF Georgian|1100 11FF Hangul Jamo|1200 137F Ethiopic
1380 139F Ethiopic Supplement|13A0 13FF Cherokee|1400 167F Unified Canadian Aboriginal Syllabics|1680 169F Ogham|16A0 16FF Runic
1700 171F Tagalog|1780 17FF Khmer|1800 18AF Mongolian|18B0 18FF Unified Canadian Aboriginal Syllabics Extended|1900 194F Limbu
1950 197F Tai Le|1980 19DF New Tai Lue|19E0 19FF Khmer Symbols|1A00 1A1F Buginese|1A20 1AAF Tai Tham
1AB0 1AFF Combining Diacritical Marks Extended|1B00 1B7F Balinese|1B80 1BBF Sundanese|1C80 1C8F Cyrillic Extended-C
1C90 1CBF Georgian Extended|1CD0 1CFF Vedic Extensions|1D00 1D7F Phonetic Extensions|1D80 1DBF Phonetic Extensions Supplement
1DC0 1DFF Combining Diacritical Marks Supplement|1E00 1EFF Latin Extended Additional|1F00 1FFF Greek Extended|2000 206F General Punctuation
2070 209F Superscripts and Subscripts|20A0 20CF Currency Symbols|20D0 20FF Combining Diacritical Marks for Symbols
2100 214F Letterlike Symbols|2150 218F Number Forms|2190 21FF Arrows|2200 22FF Mathematical Operators|2300 23FF Miscellaneous Technical
2400 243F Control Pictures|2440 245F Optical Character Recognition|2460 24FF Enclosed Alphanumerics|2500 257F Box Drawing
2580 259F Block Elements|25A0 25FF Geometric Shapes|2600 26FF Miscellaneous Symbols|2700 27BF Dingbats
27C0 27EF Miscellaneous Mathematical Symbols-A|27F0 27FF Supplemental Arrows-A|2800 28FF Braille Patterns|2900 297F Supplemental Arrows-B
2980 29FF Miscellaneous Mathematical Symbols-B|2A00 2AFF Supplemental Mathematical Operators|2B00 2BFF Miscellaneous Symbols and Arrows
2C00 2C5F Glagolitic|2C60 2C7F Latin Extended-C|2C80 2CFF Coptic|2D00 2D2F Georgian Supplement|2D30 2D7F Tifinagh
2D80 2DDF Ethiopic Extended|2DE0 2DFF Cyrillic Extended-A|2E00 2E7F Supplemental Punctuation|2E80 2EFF CJK Radicals Supplement
2F00 2FDF Kangxi Radicals|2FF0 2FFF Ideographic Description Characters|3000 303F CJK Symbols and Punctuation|3040 309F Hiragana
30A0 30FF Katakana|3100 312F Bopomofo|3130 318F Hangul Compatibility Jamo|3190 319F Kanbun|31A0 31BF Bopomofo Extended
31C0 31EF CJK Strokes|31F0 31FF Katakana Phonetic Extensions|3200 32FF Enclosed CJK Letters and Months|3300 33FF CJK Compatibility
3400 4DBF CJK Unified Ideographs Extension A|4DC0 4DFF Yijing Hexagram Symbols|4E00 9FFF CJK Unified Ideographs|A000 A48F Yi Syllables
A490 A4CF Yi Radicals|A4D0 A4FF Lisu|A500 A63F Vai|A640 A69F Cyrillic Extended-B|A6A0 A6FF Bamum|A700 A71F Modifier Tone Letters
A720 A7FF Latin Extended-D|A800 A82F Syloti Nagri|A830 A83F Common Indic Number Forms|A840 A87F Phags-pa|A880 A8DF Saurashtra
A8E0 A8FF Devanagari Extended|A900 A92F Kayah Li|A960 A97F Hangul Jamo Extended-A|A980 A9DF Javanese|A9E0 A9FF Myanmar Extended-B
AA00 AA5F Cham|AA60 AA7F Myanmar Extended-A|AB00 AB2F Ethiopic Extended-A|AB30 AB6F Latin Extended-E|AB70 ABBF Cherokee Supplement
AC00 D7AF Hangul Syllables|D7B0 D7FF Hangul Jamo Extended-B|E000 F8FF Private Use Area|F900 FAFF CJK Compatibility Ideographs
FB00 FB4F Alphabetic Presentation Forms|FB50 FDFF Arabic Presentation Forms-A|FE00 FE0F Variation Selectors|FE10 FE1F Vertical Forms
FE20 FE2F Combining Half Marks|FE30 FE4F CJK Compatibility Forms|FE50 FE6F Small Form Variants|FE70 FEFF Arabic Presentation Forms-B
FF00 FFEF Halfwidth and Fullwidth Forms|FFF0 FFFF Specials|10000 1007F Linear B Syllabary|10100 1013F Aegean Numbers|10300 1032F Old Italic
10330 1034F Gothic|10380 1039F Ugaritic|10400 1044F Deseret|10780 107BF Latin Extended-F|10900 1091F Phoenician|12000 123FF Cuneiform
13000 1342F Egyptian Hieroglyphs|1D000 1D0FF Byzantine Musical Symbols|1D100 1D1FF Musical Symbols|1D400 1D7FF Mathematical Alphanumeric Symbols
1DF00 1DFFF Latin Extended-G|1EE00 1EEFF Arabic Mathematical Alphabetic Symbols|1F000 1F02F Mahjong Tiles|1F030 1F09F Domino Tiles
1F0A0 1F0FF Playing Cards|1F100 1F1FF Enclosed Alphanumeric Supplement|1F200 1F2FF Enclosed Ideographic Supplement
1F300 1F5FF Miscellaneous Symbols and Pictographs|1F600 1F64F Emoticons|1F650 1F67F Ornamental Dingbats|1F680 1F6FF Transport and Map Symbols
1F700 1F77F Alchemical Symbols|1F780 1F7FF Geometric Shapes Extended|1F800 1F8FF Supplemental Arrows-C
1F900 1F9FF Supplemental Symbols and Pictographs|1FA70 1FAFF Symbols and Pictographs Extended-A|1FB00 1FBFF Symbols for Legacy Computing
20000 2A6DF CJK Unified Ideographs Extension B|2A700 2B73F CJK Unified Ideographs Extension C|2B740 2B81F CJK Unified Ideographs Extension D
2B820 2CEAF CJK Unified Ideographs Extension E|2F800 2FA1F CJK Compatibility Ideographs Supplement|30000 3134F CJK Unified Ideographs Extension G
E0000 E007F Tags|E0100 E01EF Variation Selectors Supplement|F0000 FFFFF Supplementary Private Use Area-A|100000 10FFFF Supplementary Private Use Area-B`

export const UNICODE_BLOCKS = TABLE.split(/[|\n]/).map((row) => {
  const [first = '', last = '', ...name] = row.split(' ')
  return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), name: name.join(' ') }
})
