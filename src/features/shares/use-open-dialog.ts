import { useSearchParams } from 'react-router'

/** The dialogs over a link, or for a new one, which the address opens: "?edit=<id>". */
const DIALOGS = ['new', 'edit', 'link'] as const
type DialogKind = (typeof DIALOGS)[number]

export function useOpenDialog() {
  const [search, setSearch] = useSearchParams()
  const kind = DIALOGS.find((one) => search.has(one)) ?? null
  const change = (put: (next: URLSearchParams) => void) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const one of DIALOGS) next.delete(one)
        put(next)
        return next
      },
      { replace: true },
    )
  return {
    kind,
    id: kind && search.get(kind),
    open: (next: DialogKind, id = '1') => change((to) => to.set(next, id)),
    close: () => change(() => {}),
  }
}
