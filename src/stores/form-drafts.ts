import { create } from 'zustand'
import { onSignOut } from './sign-out.ts'

/**
 * A form's draft that outlives its tab: it is kept until it is saved or the page is reloaded. Call
 * it once per form; the hook takes the object's id.
 */
export function formDrafts<T>(): (id: string, initial: T) => [draft: T, set: (draft: T) => void] {
  const useDrafts = create<{ drafts: ReadonlyMap<string, T> }>(() => ({ drafts: new Map() }))
  onSignOut(() => useDrafts.setState({ drafts: new Map() }))
  return (id, initial) => [
    useDrafts(({ drafts }) => drafts.get(id)) ?? initial,
    (draft) => useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(id, draft) })),
  ]
}
