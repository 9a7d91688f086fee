import type { User } from '../../api/account.ts'

export const nameOf = ({ first_name, last_name, username }: User): string =>
  `${first_name} ${last_name}`.trim() || username
