import { useSearchParams } from 'react-router'

/** Which of these dialogs the URL opens, and for which object: "?edit=<id>". */
export function useAddressDialog<K extends string>(kinds: readonly K[]) {
  const [search, setSearch] = useSearchParams()
  const kind = kinds.find((one) => search.has(one)) ?? null
  const change = (put: (next: URLSearchParams) => void) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const one of kinds) next.delete(one)
        put(next)
        return next
      },
      { replace: true },
    )
  return {
    kind,
    id: kind && search.get(kind),
    open: (next: K, id = '1') => change((to) => to.set(next, id)),
    close: () => change(() => {}),
  }
}
