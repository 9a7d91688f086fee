/** Reports when scrolling has paused; work that isn't visible waits for it. */
export interface Calm {
  stir: () => void
  /**
   * Runs now if scrolling has paused, otherwise as soon as it has. @returns the function that
   * cancels it
   */
  when: (act: () => void) => () => void
}

const REST = 120

export function createCalm(): Calm {
  const waiting = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function rest() {
    timer = undefined
    const due = [...waiting]
    waiting.clear()
    for (const act of due) act()
  }
  return {
    stir() {
      clearTimeout(timer)
      timer = setTimeout(rest, REST)
    },
    when(act) {
      if (timer === undefined) act()
      else waiting.add(act)
      return () => waiting.delete(act)
    },
  }
}
