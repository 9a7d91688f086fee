import { useSearchParams } from 'react-router'

/** The dialogs over a session, a recipient or a template, which the address opens: "?extend=<id>". */
const DIALOGS = ['extend', 'void', 'keep', 'change', 'use'] as const
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
    open: (next: DialogKind, id: string) => change((to) => to.set(next, id)),
    close: () => change(() => {}),
  }
}
