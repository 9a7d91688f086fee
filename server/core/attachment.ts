import { cleanFileName } from '../../contract/file-name.ts'

/**
 * A Content-Disposition that saves under a name (RFC 6266): in ASCII for old clients, and
 * percent-encoded in UTF-8. The name is cleaned again, since older rows may hold others.
 */
export function attachment(given: string): string {
  const filename = cleanFileName(given)
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
