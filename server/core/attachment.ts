import { cleanFileName } from '../../contract/file-name.ts'

/**
 * A Content-Disposition with a filename (RFC 6266): in ASCII for old clients, and percent-encoded
 * UTF-8. Cleans the name again: older rows may have unsafe ones.
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
