type Reference = { uri?: string }
type Gltf = { buffers?: Reference[]; images?: Reference[] }

/**
 * A glTF whose buffers and textures lie inside it as data: addresses, with addresses of blobs in
 * their place, since the content security policy lets nothing be fetched from data:. What refers to
 * other files is refused: they are not here.
 * @throws Error where a part lies elsewhere
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
