import type { PipelineDocument } from '../../api/pipelines.ts'

/** Characters that some file system does not take in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the ones to remove
const UNFIT = /[\u0000-\u001f<>:"/\\|?*]+/g

/** Hands the document to the browser as a file. */
export function saveDocument(document: PipelineDocument): void {
  const blob = new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' })
  const link = Object.assign(window.document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: `${document.name.replaceAll(UNFIT, ' ').trim().slice(0, 100) || 'pipeline'}.pipeline.json`,
  })
  link.click()
  URL.revokeObjectURL(link.href)
}
