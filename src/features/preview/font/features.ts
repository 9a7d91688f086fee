import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FontFacts } from '../../../api/preview.ts'

/** OpenType features that users may toggle; those required by a script are excluded. */
const NAMES: Record<string, MessageDescriptor> = {
  kern: msg`Kerning`,
  liga: msg`Ligatures`,
  clig: msg`Contextual ligatures`,
  dlig: msg`Rare ligatures`,
  hlig: msg`Historical ligatures`,
  calt: msg`Contextual alternates`,
  salt: msg`Alternates`,
  swsh: msg`Swashes`,
  cswh: msg`Contextual swashes`,
  smcp: msg`Small capitals`,
  c2sc: msg`Capitals to small capitals`,
  pcap: msg`Petite capitals`,
  case: msg`Punctuation for capitals`,
  titl: msg`Titling`,
  unic: msg`Unicase`,
  onum: msg`Old-style figures`,
  lnum: msg`Lining figures`,
  pnum: msg`Proportional figures`,
  tnum: msg`Tabular figures`,
  frac: msg`Fractions`,
  zero: msg`Slashed zero`,
  ordn: msg`Ordinals`,
  sups: msg`Superscript`,
  subs: msg`Subscript`,
  sinf: msg`Scientific inferiors`,
  hist: msg`Historical forms`,
}

/** On by default. */
const BY_DEFAULT = ['kern', 'liga', 'clig', 'calt']
const STYLISTIC = /^(ss(0[1-9]|1\d|20)|cv\d\d)$/

export interface Feature {
  tag: string
  /** Null for a numbered stylistic set. */
  name: MessageDescriptor | null
  byDefault: boolean
}

/** The font's features that can be toggled, without duplicates, in the table's order, sets last. */
export function featuresOf({ features }: Pick<FontFacts, 'features'>): Feature[] {
  const tags = new Set(features.map(({ tag }) => tag))
  const named = Object.entries(NAMES).flatMap(([tag, name]) =>
    tags.has(tag) ? [{ tag, name, byDefault: BY_DEFAULT.includes(tag) }] : [],
  )
  const sets = [...tags]
    .filter((tag) => STYLISTIC.test(tag))
    .sort()
    .map((tag) => ({ tag, name: null, byDefault: false }))
  return [...named, ...sets]
}
