/** Converts linear light (0 to 1) to sRGB: IEC 61966-2-1. */
export function toSrgb(value: number): number {
  return value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
}

/** Converts an sRGB value (0 to 1) to linear light. */
export function toLinear(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
