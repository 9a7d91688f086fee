import { accountEndpoints } from './account.ts'
import { convertEndpoints } from './convert.ts'
import { historyEndpoints } from './history.ts'
import { statusEndpoints } from './status.ts'

/** Every operation that this instance serves, by name. Served, mocked, documented and called from this one table. */
export const contract = {
  ...statusEndpoints,
  ...accountEndpoints,
  ...convertEndpoints,
  ...historyEndpoints,
} as const

export type Contract = typeof contract
export type OperationName = keyof Contract
