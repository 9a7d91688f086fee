import { useSearchParams } from 'react-router'

/** Changes the view of a list in the URL, so that a filtered list can be bookmarked and shared. */
export function useChangeView<V>(view: V, searchOf: (view: V) => object): (patch: Partial<V>) => void {
  const [, setSearch] = useSearchParams()
  return (patch) => setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
}
