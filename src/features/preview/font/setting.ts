import type { CSSProperties } from 'react'
import type { FontFacts } from '../../../api/preview.ts'

/** The user's settings: only those that differ from the font's defaults. */
export interface Setting {
  axes: Readonly<Record<string, number>>
  features: Readonly<Record<string, boolean>>
}

export const AS_IT_IS: Setting = { axes: {}, features: {} }

/** Tags come from an untrusted font: characters that could end the CSS string are rejected. */
const isTag = (tag: string): boolean => /^[A-Za-z0-9 ]{4}$/.test(tag)

/** The CSS for a font with these settings. */
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
    // Resets inherited settings of figures and weight.
    fontVariantNumeric: 'normal',
    fontWeight: 'normal',
    letterSpacing: 'normal',
  }
}

/** The named instance that matches the current axes; '' for none. */
export function instanceOf({ axes, instances }: Pick<FontFacts, 'axes' | 'instances'>, setting: Setting) {
  const at = (tag: string, byDefault: number) => setting.axes[tag] ?? byDefault
  const found = instances.findIndex(({ coordinates }) =>
    axes.every((axis) => (coordinates[axis.tag] ?? axis.default) === at(axis.tag, axis.default)),
  )
  return found < 0 ? '' : String(found)
}
