import sharp from 'sharp'

/**
 * Runs the bare library in a separate process, like the child of an engine: one thread, no cache.
 * Answers each task with the milliseconds of the call.
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
