import sharp from 'sharp'

/**
 * The bare library in a process of its own, as an engine's child has it: one thread, no cache. Told a source and a place for
 * the result, it says how many milliseconds the call took.
 */
sharp.concurrency(1)
sharp.cache(false)

export interface SharpTask {
  from: string
  to: string
}

process.on('disconnect', () => process.exit(0))
process.on('message', async ({ from, to }: SharpTask) => {
  const began = performance.now()
  await sharp(from, { failOn: 'error' })
    .autoOrient()
    .webp({ quality: 80, lossless: false, effort: 4 })
    .toFile(to)
  process.send?.(performance.now() - began)
})
