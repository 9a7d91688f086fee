import { hash, hashRaw, verify } from '@node-rs/argon2'
import type { Passwords } from '../platform.ts'

/** OWASP's minimum for argon2id, 19 MiB and two passes: about 70 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function openPasswords(): Promise<Passwords> {
  const nobody = await hash('nobody has this password', COST)
  return {
    hash: (password) => hash(password.normalize('NFKC'), COST),
    derive: (word, salt) => hashRaw(word, { ...COST, salt }),
    verify: async (stored, password) => {
      const right = await verify(stored ?? nobody, password.normalize('NFKC'))
      return stored !== null && right
    },
  }
}
