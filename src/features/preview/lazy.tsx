import { useLingui } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Deferred, useDeferredPart } from '../../ui/deferred.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Note, Waiting } from './parts.tsx'

type LazyProps<P> = {
  part: Deferred<P>
  given: P & object
  /** While it renders no panel, it is placed in one with this title. */
  title?: string
}

/** Loads a view on demand, with a retry on failure, and an error boundary. */
export function Lazy<P extends object>({ part, given, title }: LazyProps<P>) {
  const { t } = useLingui()
  const { Part, missing, attempt, again } = useDeferredPart(part)
  if (Part)
    return (
      <Guard key={attempt} otherwise={framed(<Broken onRetry={again} />, title)}>
        <Part {...(given as P)} />
      </Guard>
    )
  if (!missing) return framed(<Waiting />, title)
  return framed(
    <Note
      title={t`The preview could not be loaded`}
      action={<Button onClick={again}>{t`Retry`}</Button>}
    >{t`Check your connection and retry. The file itself is safe.`}</Note>,
    title,
  )
}

function framed(content: ReactNode, title: string | undefined): ReactNode {
  return title ? <Panel title={title}>{content}</Panel> : content
}

/** Replaces a view that failed to render its file. */
export function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Note
      title={t`The file could not be displayed`}
      action={<Button onClick={onRetry}>{t`Retry`}</Button>}
    >{t`Download it and open it in another program.`}</Note>
  )
}

type GuardProps = { children: ReactNode; otherwise: ReactNode }

/** A malformed file may break a view; the page around it stays. */
class Guard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children
  }
}
