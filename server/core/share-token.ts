import type { Platform } from '../platform.ts'
import type { ShareRow } from './schema.ts'

/**
 * A link's token: 160 bits derived from the link's id with the instance's key, which is not in the
 * database. The owner can see the link again, though only its hash is stored.
 */
export const tokenOf = (
  { secrets }: Pick<Platform, 'secrets'>,
  { id, generation }: Pick<ShareRow, 'id' | 'generation'>,
) => secrets.mac(`${id} ${generation}`, 'share link').subarray(0, 20).toString('base64url')
