import { readFileSync, writeFileSync } from 'node:fs'
import { NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { draco, unpartition } from '@gltf-transform/functions'
import draco3d from 'draco3dgltf'
import wawoff2 from 'wawoff2'

/**
 * Runs the bare libraries in a separate warm process, like the child of an engine. Answers each
 * task with the milliseconds of the call, including reading and writing the files.
 */
export interface DirectTask {
  kind: 'font' | 'model'
  from: string
  to: string
}

const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
  'draco3d.encoder': await draco3d.createEncoderModule(),
  'draco3d.decoder': await draco3d.createDecoderModule(),
})

async function run({ kind, from, to }: DirectTask): Promise<void> {
  if (kind === 'font') {
    writeFileSync(to, await wawoff2.compress(readFileSync(from)))
    return
  }
  const json = JSON.parse(readFileSync(from, 'utf8'))
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {}
  for (const [index, buffer] of json.buffers.entries()) {
    resources[`${index}.bin`] = Uint8Array.from(Buffer.from(buffer.uri.split(',')[1], 'base64'))
    buffer.uri = `${index}.bin`
  }
  const document = await io.readJSON({ json, resources })
  await document.transform(unpartition(), draco())
  writeFileSync(to, await io.writeBinary(document))
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (task: DirectTask) => {
  const began = performance.now()
  await run(task)
  process.send?.(performance.now() - began)
})
process.send?.(0)
