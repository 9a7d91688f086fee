import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Notification as Line } from '../../api/notifications.ts'
import { useActingFor } from '../businesses/acting/index.ts'
import { useLabels } from './labels.ts'
import { plainOf } from './strong.ts'
import { pathOf } from './target.ts'

const LONG_SECONDS = 10
const JOBS: readonly string[] = ['batch.completed', 'pipeline.run.completed', 'pipeline.run.failed']

const isLong = ({ type, facts: { seconds = 0 } }: Line) => JOBS.includes(type) && seconds > LONG_SECONDS

/**
 * The time of the newest notification before mounting. Each page has a bell, with the same
 * notifications.
 */
let seenUntil = ''

/** Shows a system notification for each long job that ends while the window is hidden. */
export default function DesktopNotices({ newest }: { newest: readonly Line[] }) {
  const show = useShow()
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    const before = seenUntil
    const last = newest[0]?.created_at ?? ''
    if (last > before) seenUntil = last
    // Initial notifications are not new.
    if (before === '' || document.visibilityState !== 'hidden' || Notification.permission !== 'granted')
      return
    for (const line of newest)
      if (line.created_at > before && !line.is_read && isLong(line)) latest.current(line)
  }, [newest])
  return null
}

function useShow() {
  const words = useLabels()
  const navigate = useNavigate()
  const business = useActingFor()?.business_id ?? null
  return (line: Line) => {
    const { sentence, note } = words(line)
    // Several tabs show the same one: the tag merges them.
    const notice = new Notification(plainOf(sentence), { body: note, tag: line.id, icon: '/mark.svg' })
    notice.onclick = () => {
      window.focus()
      void navigate(pathOf(line, business))
      notice.close()
    }
  }
}
