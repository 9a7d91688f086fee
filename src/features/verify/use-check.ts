import { useEffect, useRef, useState } from 'react'
import type { FileReport } from './report.ts'
import { runCheck } from './run-check.ts'

export type Checked =
  | { state: 'empty' }
  | { state: 'reading'; file: File; done: number }
  | { state: 'told'; file: File; report: FileReport }
  | { state: 'failed'; file: File; why: 'unread' | 'away' }

/** One file at a time: a new one replaces the previous. */
export function useCheck() {
  const [checked, setChecked] = useState<Checked>({ state: 'empty' })
  const stopping = useRef(() => {})
  useEffect(() => () => stopping.current(), [])
  const stop = () => {
    stopping.current()
    setChecked({ state: 'empty' })
  }
  const check = (file: File) => {
    stopping.current()
    setChecked({ state: 'reading', file, done: 0 })
    stopping.current = runCheck(file, (message) => {
      if ('done' in message) setChecked({ state: 'reading', file, done: message.done })
      else if ('report' in message) setChecked({ state: 'told', file, report: message.report })
      else setChecked({ state: 'failed', file, why: message.failed })
    })
  }
  return { checked, check, stop }
}
