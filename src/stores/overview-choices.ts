import { create } from 'zustand'

// Separate from the other preferences, which every page loads.

interface OverviewChoices {
  /** Dismissed entries of the attention list, newest last. */
  dismissed: readonly string[]
  /** Whether the first steps are hidden. */
  stepsHidden: boolean
}

/** Limit of remembered dismissals: the list shows a few entries of the last two weeks. */
const DISMISSED_LIMIT = 200

/** Storage may be blocked; then a choice lasts as long as the page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}

export const useOverviewChoices = create<OverviewChoices>(() => ({
  dismissed: read('dismissed')?.split(',') ?? [],
  stepsHidden: read('first-steps') === 'hidden',
}))

/** Dismisses an entry of the attention list, or restores it. */
export function setDismissed(id: string, dismissed: boolean): void {
  const others = useOverviewChoices.getState().dismissed.filter((one) => one !== id)
  const next = dismissed ? [...others, id].slice(-DISMISSED_LIMIT) : others
  write('dismissed', next.join(','))
  useOverviewChoices.setState({ dismissed: next })
}

export function setStepsHidden(stepsHidden: boolean): void {
  write('first-steps', stepsHidden ? 'hidden' : '')
  useOverviewChoices.setState({ stepsHidden })
}
