type Reference = { uri?: string }
type Gltf = { buffers?: Reference[]; images?: Reference[] }

/**
 * Replaces data: URLs of buffers and textures in a glTF with blob URLs, because the content
 * security policy forbids fetching data:. References to other files are rejected, because they are
 * not available.
 * @throws Error if a part is in another file
 */
export function inlineData(json: string, keep: (url: string) => void): string {
  const gltf = JSON.parse(json) as Gltf
  for (const part of [...(gltf.buffers ?? []), ...(gltf.images ?? [])]) {
    if (part.uri === undefined) continue
    const [, type = '', encoding = '', data = ''] = /^data:([^;,]*)((?:;[^,]*)?),(.*)$/s.exec(part.uri) ?? []
    if (!encoding.endsWith(';base64')) throw new Error('A part of the model lies in another file.')
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    part.uri = URL.createObjectURL(new Blob([bytes], { type }))
    keep(part.uri)
  }
  return JSON.stringify(gltf)
}
