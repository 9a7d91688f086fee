import { useEffect, useState } from 'react'

/**
 * The way on from a step. A signature becomes a picture only after its last stroke: a press meanwhile is kept until it is there,
 * so that none is lost and no stroke is missing.
 */
export function useOnward(done: boolean, onNext: () => void) {
  const [making, setMaking] = useState(false)
  const [wanted, setWanted] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way on is another one with every drawing, and is gone once
  useEffect(() => {
    if (!wanted || making) return
    setWanted(false)
    if (done) onNext()
  }, [wanted, making, done])
  return {
    making,
    setMaking,
    submit: () => {
      if (making) setWanted(true)
      else if (done) onNext()
    },
  }
}
