import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { MODULES } from '../../../server/engines/catalog.ts'
import type { OcrRequest } from '../../../server/engines/families/ocr/ocr-child.ts'
import type { PdfEditRequest } from '../../../server/engines/families/pdf/pdf-edit-child.ts'
import { DEFAULT_LIMITS } from '../../../server/engines/kernel/limits.ts'
import { Pool } from '../../../server/engines/sandbox/pool.ts'
import { findInstalled } from '../../../server/engines/states.ts'
import { recordingLog, sandboxOf } from './helpers.ts'
import { pagesOf } from './pdf-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'filewright-confined-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('works under Node’s own permissions too, where there is no full sandbox', async () => {
  const { log } = recordingLog()
  const sandbox = await sandboxOf(folder, ['unshare-net', 'none'])
  const workerPrograms = MODULES.flatMap((module) =>
    module.workerPrograms(findInstalled(sandbox, { memoryBytes: Infinity })),
  )
  const compileCache = join(folder, 'compile-cache')
  const pool = new Pool({
    folder,
    compileCache,
    workerPrograms,
    sandbox,
    limits: DEFAULT_LIMITS,
    cores: 1,
    memoryBytes: Infinity,
    log,
  })
  const out = join(folder, 'out')
  mkdirSync(out)
  const source = join(folder, 'words.pdf')
  writeFileSync(source, await (await pagesOf(['One', 'Two'])).save())
  const image = join(folder, 'blank.png')
  writeFileSync(
    image,
    await sharp({ create: { width: 80, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const step = (kind: string, path: string, name: string, request: PdfEditRequest | OcrRequest) =>
    pool.run(
      { kind, owner: 'owner', inputs: [{ path, name }], request, outFolder: out, wallMs: () => 40_000 },
      { signal: new AbortController().signal, onProgress: () => {} },
    )
  try {
    const edited = await step('pdf-edit', source, 'source.pdf', {
      operation: 'rotate_pages',
      inputs: [{ name: 'source.pdf', format: 'pdf' }],
      output: 'result',
      options: { pages: '', angle: 90 },
      maxPixels: 1e6,
    })
    expect(edited).toMatchObject({ files: ['result.pdf'], pages: 2 })
    expect(readFileSync(join(out, 'result.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    const read = step('ocr', image, 'source.png', {
      input: 'source.png',
      format: 'png',
      target: 'txt',
      output: 'result.txt',
      languages: ['eng'],
      pages: '',
      dpi: 200,
      skipText: true,
      maxPixels: 1e6,
    })
    // It was read, and there is nothing on it.
    await expect(read).rejects.toMatchObject({ code: 'output_empty' })
  } finally {
    await pool.close()
  }
})
