/** A linear colour value as it is shown: IEC 61966-2-1. */
export function toSrgb(value: number): number {
  return value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
}
