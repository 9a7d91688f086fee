import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isTyping } from '../../lib/is-typing.ts'
import { allowSingleKeys, useHotkeys } from '../../lib/use-hotkeys.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useAreas } from './areas.ts'
import { openOverlay, useShell } from './shell-store.ts'

/** After G: opens the account switcher. */
export const SWITCH = 'b'
/** How long G waits for a letter. */
const WAIT_MS = 2000

/** Global shortcuts: G and a letter, ?, and the palette's. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  const areas = useAreas()
  const goWaits = useShell((state) => state.goWaits)
  const singleKeys = usePreferences((state) => state.singleKeys)
  useEffect(() => allowSingleKeys(singleKeys), [singleKeys])

  useHotkeys({
    g: () => useShell.setState({ goWaits: true }),
    '?': () => openOverlay('keys'),
    'mod+k': (event) => {
      event.preventDefault()
      openOverlay('palette')
    },
  })

  useEffect(() => {
    if (!goWaits || !singleKeys) return
    const stop = () => useShell.setState({ goWaits: false })
    const timer = setTimeout(stop, WAIT_MS)
    // In the capture phase, so that the letter does not trigger a shortcut of the page.
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.key.toLowerCase() === 'g') return
      stop()
      if (event.ctrlKey || event.metaKey) return
      if (event.key.toLowerCase() === SWITCH) {
        event.preventDefault()
        event.stopPropagation()
        openOverlay('switcher')
        return
      }
      const area = areas.find(({ letter }) => letter.toLowerCase() === event.key.toLowerCase())
      if (!area) return
      event.preventDefault()
      event.stopPropagation()
      void navigate(area.path)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey, { capture: true })
    }
  }, [goWaits, singleKeys, navigate, areas])
}
