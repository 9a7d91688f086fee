import type { StoredFamily } from '../../contract/storage.ts'
import type { Platform } from '../platform.ts'

type Knowing = { engines: Pick<Platform['engines'], 'formats'> }

const known = ({ engines }: Knowing, wanted: string | null) =>
  engines.formats().find(({ format }) => format === wanted)

/** A format's MIME type, if known. */
export const mimeTypeOf = (platform: Knowing, format: string | null): string | undefined =>
  format === 'zip' ? 'application/zip' : known(platform, format)?.mimeTypes[0]

/** The family of a format; `other` if unknown. */
export const familyOf = (platform: Knowing, format: string | null): StoredFamily =>
  known(platform, format)?.family ?? 'other'
