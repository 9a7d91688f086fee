import { z } from 'zod'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A PostgreSQL identifier; quoted in every statement. */
const Name = z.string().min(1).max(63)

/** A snapshot's content besides its tables and the list of objects. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  version: z.string(),
  /** Names of the applied migrations: a restore applies them before it fills the tables. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: Name, columns: z.array(Name), rows: z.number().int(), sha256: Sha256 })),
  sequences: z.array(z.object({ name: Name, value: z.string().regex(/^\d+$/) })),
  objects: z.object({ count: z.number().int(), bytes: z.number().int(), sha256: Sha256 }),
  /** The instance's key in base64; null if the operator sets SECRET_KEY. */
  secretKey: z.base64().nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/** A stored object: its key in the file store, its size and hash. */
export const StoredObject = z.object({ key: z.string(), size: z.number().int(), sha256: Sha256 })
export type StoredObject = z.infer<typeof StoredObject>

export const MANIFEST = 'manifest'
export const OBJECTS = 'objects'
export const tableFile = (table: string) => `table-${table}`
