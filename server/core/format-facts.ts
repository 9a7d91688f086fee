import type { StoredFamily } from '../../contract/storage.ts'
import type { Platform } from '../platform.ts'

type Knowing = { engines: Pick<Platform['engines'], 'formats'> }

const known = ({ engines }: Knowing, wanted: string | null) =>
  engines.formats().find(({ format }) => format === wanted)

/** A format's MIME type, where we know one. */
export const mimeTypeOf = (platform: Knowing, format: string | null): string | undefined =>
  format === 'zip' ? 'application/zip' : known(platform, format)?.mimeTypes[0]

/** The family that a format is of; what no family knows is `other`. */
export const familyOf = (platform: Knowing, format: string | null): StoredFamily =>
  known(platform, format)?.family ?? 'other'
