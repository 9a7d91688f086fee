import type { Platform } from '../platform.ts'
import type { ShareRow } from './schema.ts'

/**
 * A link's token: 160 bits that follow from the instance's key, which is not in the database, and
 * the link's id. So its owner can see the link again, though only its hash is stored.
 */
export const tokenOf = (
  { secrets }: Pick<Platform, 'secrets'>,
  { id, generation }: Pick<ShareRow, 'id' | 'generation'>,
) => secrets.mac(`${id} ${generation}`, 'share link').subarray(0, 20).toString('base64url')
