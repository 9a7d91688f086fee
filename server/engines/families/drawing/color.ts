const BASE = [
  0x000000, 0xff0000, 0xffff00, 0x00ff00, 0x00ffff, 0x0000ff, 0xff00ff, 0xffffff, 0x808080, 0xc0c0c0,
]
const GREYS = [0x333333, 0x505050, 0x696969, 0x828282, 0xbebebe, 0xffffff]
/** Brightness of the five color pairs of a hue. */
const VALUES = [255, 165, 127, 76, 38]

/**
 * The AutoCAD color index as 0xRRGGBB; null for values that aren't colors, such as 256 (by layer).
 * 10 to 249 are 24 hues with ten colors: five brightness levels, each also at half saturation.
 */
export function colorOfIndex(index: number): number | null {
  if (!Number.isInteger(index) || index < 1 || index > 255) return null
  if (index < 10) return BASE[index] ?? null
  if (index >= 250) return GREYS[index - 250] ?? null
  const hue = Math.floor((index - 10) / 10) * 15
  const value = VALUES[Math.floor((index % 10) / 2)] ?? 255
  const low = index % 2 === 1 ? value / 2 : 0
  const channel = (shift: number) => {
    const distance = Math.abs(((hue + shift) % 360) - 180)
    return Math.round(low + (value - low) * Math.min(1, Math.max(0, (distance - 60) / 60)))
  }
  return (channel(0) << 16) | (channel(240) << 8) | channel(120)
}
