import { setTimeout as sleep } from 'node:timers/promises'
import { type DemoFile, longFile, soundFiles, unsoundFiles } from './files.ts'
import type { Visit } from './visit.ts'

/**
 * Has every file really converted, the broken ones too. @returns the conversions' ids, the failures
 * among the others
 */
export async function convertRealFiles(visit: Visit, say: (line: string) => void): Promise<string[]> {
  const send = async (files: DemoFile[]) => {
    const ids: string[] = []
    for (const file of files) {
      const id = await visit.convert(file)
      if (id) ids.push(id)
    }
    return ids
  }
  const files = await soundFiles()
  say(`Converting ${files.length} files; this takes a minute or so …`)
  const sound = await send(files)
  await settled(visit, sound, say)
  const docx = sound[files.findIndex(({ name, target }) => name.startsWith('Lease') && target === 'docx')]
  const unsound = await send(await unsoundFiles(docx ? await visit.download(docx) : Buffer.alloc(0)))
  const [stopped] = await send([longFile()])
  if (stopped) {
    await visit.cancel(stopped)
    unsound.push(stopped)
  }
  await settled(visit, unsound, say)
  const apart = Math.floor(sound.length / (unsound.length + 1))
  return sound.flatMap((id, at) => {
    const failure = at % apart === apart - 1 ? unsound.shift() : undefined
    return failure ? [id, failure] : [id]
  })
}

async function settled(visit: Visit, ids: string[], say: (line: string) => void) {
  for (let told = ids.length; ; ) {
    const { length } = await visit.pending(ids)
    if (length === 0) return
    if (length <= told - 10) {
      say(`${length} left`)
      told = length
    }
    await sleep(1000)
  }
}
