import { useSearchParams } from 'react-router'

/** The dialog for a new key, which the address opens. */
export function useNewKey(): { open: boolean; close: () => void } {
  const [search, setSearch] = useSearchParams()
  return { open: search.get('new') === '1', close: () => setSearch({}, { replace: true }) }
}
