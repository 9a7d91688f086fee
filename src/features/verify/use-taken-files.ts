import { useEffect, useRef, useState } from 'react'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** What is dropped anywhere in the window, or pasted. Answers whether files are over it now. */
export function useTakenFiles(take: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const first = (data: DataTransfer | null) => {
      const file = data?.files[0]
      if (file) latest.current(file)
    }
    const hold = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    addEventListener('dragenter', hold, { signal })
    addEventListener('dragover', hold, { signal })
    addEventListener('dragleave', (event) => !event.relatedTarget && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        first(event.dataTransfer)
      },
      { signal },
    )
    addEventListener('paste', (event) => first(event.clipboardData), { signal })
    return () => gone.abort()
  }, [])
  return over
}
