import sharp from 'sharp'

/**
 * An image that compresses like a photograph: broad gradients, blurred shapes and fine sensor
 * noise. The same seed gives the same image.
 */
export async function photograph(width: number, height: number, seed = 1): Promise<Buffer> {
  const { data, info } = await sharp({
    create: {
      width,
      height,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 26 },
      background: '#808080',
    },
  })
    .blur(0.5)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return sharp(Buffer.from(scenery(width, height, seed)))
    .blur(2)
    .composite([{ input: data, raw, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

function scenery(width: number, height: number, seed: number): string {
  const next = random(seed)
  const shapes = Array.from({ length: 60 }, () => {
    const [x, y, r] = [next() * width, next() * height, (0.02 + next() * 0.12) * width]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${next() * 360} ${30 + next() * 50}% ${20 + next() * 60}%)" opacity="${0.2 + next() * 0.6}"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x2="0.3" y2="1">
        <stop offset="0" stop-color="hsl(${next() * 360} 60% 70%)"/><stop offset="1" stop-color="hsl(${next() * 360} 40% 25%)"/>
      </linearGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>${shapes}
  </svg>`
}

/** Seeded random numbers in 0..1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
