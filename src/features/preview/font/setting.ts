import type { CSSProperties } from 'react'
import type { FontFacts } from '../../../api/preview.ts'

/** What a person has set: only what differs from the font's own. */
export interface Setting {
  axes: Readonly<Record<string, number>>
  features: Readonly<Record<string, boolean>>
}

export const AS_IT_IS: Setting = { axes: {}, features: {} }

/**
 * A tag is four letters of a font that anybody may have made: what could end the CSS string is left
 * out.
 */
const isTag = (tag: string): boolean => /^[A-Za-z0-9 ]{4}$/.test(tag)

/** The CSS that draws with a face as it was set. */
export function styleOf(family: string, { axes, features }: Setting): CSSProperties {
  const settings = <V>(values: Readonly<Record<string, V>>, write: (value: V) => string) =>
    Object.entries(values)
      .filter(([tag]) => isTag(tag))
      .map(([tag, value]) => `"${tag}" ${write(value)}`)
      .join(', ') || 'normal'
  return {
    fontFamily: `"${family}"`,
    fontVariationSettings: settings(axes, String),
    fontFeatureSettings: settings(features, (on) => (on ? '1' : '0')),
    // The page's own figures and weight would be a setting of their own.
    fontVariantNumeric: 'normal',
    fontWeight: 'normal',
    letterSpacing: 'normal',
  }
}

/** The named style whose axes stand where they are set; '' where none does. */
export function instanceOf({ axes, instances }: Pick<FontFacts, 'axes' | 'instances'>, setting: Setting) {
  const at = (tag: string, byDefault: number) => setting.axes[tag] ?? byDefault
  const found = instances.findIndex(({ coordinates }) =>
    axes.every((axis) => (coordinates[axis.tag] ?? axis.default) === at(axis.tag, axis.default)),
  )
  return found < 0 ? '' : String(found)
}
