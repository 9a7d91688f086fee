import { useSearchParams } from 'react-router'
import type { FactorKind } from '../../../api/mfa.ts'

const KINDS: readonly FactorKind[] = ['totp', 'email', 'sms']

/** A dialog about one kind of factor, which the address opens: Back closes it, and a link can lead to it. */
export function useFactorParam(name: 'set-up' | 'manage'): [FactorKind | null, () => void] {
  const [search, setSearch] = useSearchParams()
  const kind = KINDS.find((one) => one === search.get(name)) ?? null
  const close = () =>
    setSearch(
      (now) => {
        now.delete(name)
        return now
      },
      { replace: true },
    )
  return [kind, close]
}
