import { hash, hashRaw, verify } from '@node-rs/argon2'
import { refuseInTransaction } from '../core/transaction.ts'
import type { Passwords } from '../platform.ts'

/** OWASP's minimum for argon2id, 19 MiB and two passes: about 70 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function openPasswords(): Promise<Passwords> {
  const nobody = await hash('nobody has this password', COST)
  const outside = () => refuseInTransaction('A slow hash')
  return {
    hash: async (password) => {
      outside()
      return hash(password.normalize('NFKC'), COST)
    },
    derive: async (word, salt) => {
      outside()
      return hashRaw(word, { ...COST, salt })
    },
    verify: async (stored, password) => {
      outside()
      const right = await verify(stored ?? nobody, password.normalize('NFKC'))
      return stored !== null && right
    },
  }
}
