/** Reports when scrolling has paused, which work that isn't visible waits for. */
export interface Calm {
  stir: () => void
  /** Now where it is calm, else as soon as it is. @returns what takes it back */
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
