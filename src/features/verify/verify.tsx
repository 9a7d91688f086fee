import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Logo } from '../../ui/logo.tsx'
import { Choose } from './choose.tsx'
import { Reading } from './reading.tsx'
import { verdictOf } from './report.ts'
import { Headline, Result } from './result.tsx'
import { type Checked, useCheck } from './use-check.ts'
import { useOwnSeal } from './use-own-seal.ts'
import { useTakenFiles } from './use-taken-files.ts'
import { useVerdictWords } from './use-verdict-words.ts'

/** Anybody may see whether a signed file is still what was signed. It is read where it lies: nothing is uploaded. */
export function Verify() {
  const { t } = useLingui()
  const { checked, check, stop } = useCheck()
  const seal = useOwnSeal(checked.state !== 'empty')
  const over = useTakenFiles(check)
  const unable = globalThis.crypto?.subtle === undefined
  return (
    <Frame title={t`Verify a signed file`}>
      <p className="max-w-prose text-ink-soft">
        <Trans>
          See whether a signed PDF is still what was signed, by whom and when. It is read on this device, and
          is not uploaded.
        </Trans>
      </p>
      <p role="status" className="sr-only">
        {useSpoken(checked)}
      </p>
      {unable ? (
        <p role="alert">
          <Trans>Browsers verify signatures only on pages that come by https. Open this page so.</Trans>
        </p>
      ) : (
        <>
          {checked.state === 'reading' && <Reading file={checked.file} done={checked.done} onStop={stop} />}
          {checked.state === 'told' && <Result file={checked.file} report={checked.report} seal={seal} />}
          {checked.state === 'failed' && (
            <Headline
              look="none"
              title={t`The file could not be read`}
              text={t`It may have been moved or changed while it was read. Choose it again.`}
              file={checked.file}
            />
          )}
          <Choose over={over} again={checked.state !== 'empty'} onFile={check} />
        </>
      )}
    </Frame>
  )
}

/** For who hears the page: the outcome, once it is there. */
function useSpoken(checked: Checked): string {
  const { t } = useLingui()
  const { word, lead, other } = useVerdictWords()
  if (checked.state === 'reading') return t`Reading ${checked.file.name}`
  if (checked.state === 'failed') return t`The file could not be read`
  if (checked.state === 'empty') return ''
  const { report } = checked
  if (report.kind !== 'signed') return `${other(report.kind).title}. ${other(report.kind).text}`
  const verdict = verdictOf(report.signatures)
  return `${word[verdict]}. ${lead(report.signatures, verdict)}`
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[46rem] flex-col gap-8 px-4 py-8 text-read sm:px-8">
      <title>{`${title} – Filewright`}</title>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <Logo />
        <Link className="link inline-flex min-h-6 items-center text-small touch:min-h-11" to={paths.signIn()}>
          <Trans>Sign in</Trans>
        </Link>
      </header>
      <main className="grid grid-cols-1 gap-5">
        <h1 className="title text-display">{title}</h1>
        {children}
      </main>
    </div>
  )
}
