import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { viewDevice } from '../../../api/public-signing.ts'
import { Button } from '../../../ui/button.tsx'
import { sayError, Title } from '../../public-page/index.ts'

type Signature = typeof import('../pad/index.ts')

type PadProps = {
  view: Awaited<ReturnType<typeof viewDevice>>
  send: (image: string) => Promise<void>
  notice: ReactNode
}

/** Fills the screen, in both orientations. */
export function Pad({ view: { name, kind }, send, notice }: PadProps) {
  const { t, i18n } = useLingui()
  const [part, setPart] = useState<Signature | null>(null)
  const [missing, setMissing] = useState(false)
  const [drawn, setDrawn] = useState<HTMLCanvasElement | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const sending = useRef(false)
  const load = useCallback(() => {
    setMissing(false)
    import('../pad/index.ts').then(setPart, () => setMissing(true))
  }, [])
  useEffect(load, [load])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const ink = drawn && part?.inked(drawn)
    if (!part || !ink || sending.current) return
    sending.current = true
    setProblem(null)
    setWorking(true)
    try {
      await send(await part.asPng(ink))
    } catch (error) {
      setProblem(sayError(i18n, error))
    } finally {
      sending.current = false
      setWorking(false)
    }
  }
  const heading = kind === 'initials' ? t`Initials of ${name}` : t`Signature of ${name}`
  return (
    <form
      noValidate
      className="fixed inset-0 flex flex-col gap-2 overflow-y-auto bg-surface px-[max(16px,env(safe-area-inset-left))] pt-[max(12px,env(safe-area-inset-top))] pb-[max(12px,env(safe-area-inset-bottom))] text-read"
      onSubmit={(event) => void submit(event)}
    >
      {notice}
      <main className="flex min-h-0 flex-1 flex-col gap-2 [&_.landing-title]:text-title">
        <Title focus={false} name={heading}>
          {heading}
        </Title>
        <p className="text-ink-soft [@media(height<26rem)]:hidden">
          <Trans>
            Draw with a finger or pen. Rotate the device for more room. To type your signature instead, use
            the other device.
          </Trans>
        </p>
        {part ? (
          <part.Drawing name={name} tall onDrawn={setDrawn} />
        ) : (
          <div className="min-h-40 flex-1 rounded-control border border-line-strong bg-paper" />
        )}
        <div role="alert">
          {problem && <p className="text-bad">{problem}</p>}
          {missing && (
            <p className="flex flex-wrap items-center gap-3 text-bad">
              <Trans>The drawing pad could not be loaded. Check your connection and retry.</Trans>
              <Button size={36} onClick={load}>
                <Trans>Retry</Trans>
              </Button>
            </p>
          )}
        </div>
        <Button
          type="submit"
          variant="primary"
          size={36}
          wide
          className="min-h-12 flex-none"
          working={working}
          verb={t`Sending`}
          disabled={!drawn}
          reason={t`Draw first.`}
        >
          <Trans>Send</Trans>
        </Button>
      </main>
    </form>
  )
}
