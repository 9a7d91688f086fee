import type { Scope } from '../../contract/scopes.ts'
import type { Visit } from './visit.ts'

const KEYS: readonly { name: string; scopes: Scope[]; expires_in_days?: number }[] = [
  { name: 'Website, price lists', scopes: ['convert:read', 'convert:write'] },
  { name: 'Nightly archive', scopes: ['history:read', 'storage:read'], expires_in_days: 90 },
]

/** Keys for two programs. Their secrets are not shown. */
export async function createKeys(visit: Visit): Promise<void> {
  for (const key of KEYS) await visit.ask('POST', '/api/v1/user/api-keys/', key)
}
