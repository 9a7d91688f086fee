import type { LucideIcon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { randomId } from '../lib/random-id.ts'
import { deferred, useDeferred } from './deferred.tsx'
import type { ToastAction } from './toast.tsx'
import type { Speaker } from './toast-host.tsx'

export type Saying = {
  text: string
  icon?: LucideIcon
  /** Undoes the action: the toast stays 8 s and has an Undo button. */
  undo?: () => void
  action?: ToastAction
  /** The same id replaces the message: progress, then the result. */
  id?: string
} & ({ kind?: 'done' | 'error' } | { kind: 'working'; id: string })

const host = deferred(async () => (await import('./toast-host.tsx')).ToastHost)

/** Messages from before the host is mounted. */
const waiting = new Map<string, Saying>()
let speaker: Speaker | null = null
let wanted = false
const listeners = new Set<() => void>()

/**
 * Shows a sentence at the bottom. An error stays until it is closed, and is also shown elsewhere.
 */
export function showToast(saying: Saying): string {
  const id = saying.id ?? randomId()
  if (speaker) speaker.say(id, saying)
  else {
    waiting.set(id, saying)
    wanted = true
    for (const listener of listeners) listener()
    void host.preload()
  }
  return id
}

export function hideToast(id: string): void {
  waiting.delete(id)
  speaker?.hide(id)
}

function onReady(ready: Speaker): () => void {
  speaker = ready
  for (const [id, saying] of waiting) ready.say(id, saying)
  waiting.clear()
  return () => {
    speaker = null
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rendered once, next to the app's root, so that toasts are above dialogs. */
export function Toaster({ dir }: { dir?: 'ltr' | 'rtl' }) {
  const requested = useSyncExternalStore(subscribe, () => wanted)
  const Host = useDeferred(host, requested)
  return requested && Host && <Host dir={dir} onReady={onReady} />
}
