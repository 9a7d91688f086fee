import { useLingui } from '@lingui/react/macro'
import { ArchiveXIcon, CloudOffIcon, FileWarningIcon, LockIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton.tsx'
import { useProblemWords } from '../../problems/index.ts'
import type { OpenPdf } from './opening.ts'

/** The viewer's state while there are no pages. */
export function PdfState({ open }: { open: Exclude<OpenPdf, { state: 'open' }> }) {
  const { t } = useLingui()
  const words = useProblemWords()
  switch (open.state) {
    case 'loading':
      return <Loading />
    case 'locked':
      return <Locked wrong={open.wrong} unlock={open.unlock} />
    case 'unavailable':
      return open.error.code === 'expired' ? (
        <Said icon={<ArchiveXIcon />} title={t`The file has expired`}>
          {t`The file was deleted. Convert the original again.`}
        </Said>
      ) : (
        <Said
          icon={<CloudOffIcon />}
          title={t`The file couldn’t be loaded`}
          action={<Button onClick={open.retry}>{t`Retry`}</Button>}
        >
          {words(open.error)}
        </Said>
      )
    case 'broken':
      return (
        <Said
          icon={<FileWarningIcon />}
          title={t`This file isn’t a readable PDF`}
          action={<Button onClick={open.retry}>{t`Retry`}</Button>}
        >
          {t`The file is damaged, incomplete, or not a PDF. Download it again from its source.`}
        </Said>
      )
  }
}

/** A placeholder in the shape of a page, so that the layout does not shift. */
export function Loading() {
  return (
    <div className="mx-auto h-full max-w-170 overflow-hidden p-4">
      <Skeleton rows={1} row={<Bone className="h-[60rem] w-full" />} />
    </div>
  )
}

type SaidProps = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode }

function Said({ icon, title, children, action }: SaidProps) {
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <div role="alert" className="flex max-w-80 flex-col items-center px-4 py-10 text-center">
        <span className="mb-2.5 text-ink-faint *:size-6">{icon}</span>
        <p className="font-medium">{title}</p>
        <p className="mt-1 text-ink-soft">{children}</p>
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}

type LockedProps = { wrong: boolean; unlock: (password: string) => void }

function Locked({ wrong, unlock }: LockedProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  // Each password request of the file has a new unlock function.
  const [tried, setTried] = useState<{ password: string; by: LockedProps['unlock'] } | null>(null)
  const working = tried?.by === unlock
  const refused = wrong && tried !== null && !working
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || working) return
    setTried({ password, by: unlock })
    unlock(password)
  }
  useEffect(() => {
    if (!refused) return
    input.current?.focus()
    input.current?.select()
  }, [refused])
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <form onSubmit={onSubmit} className="flex w-full max-w-72 flex-col gap-3 px-4 py-10">
        <LockIcon className="size-6 self-center text-ink-faint" />
        <p className="text-center font-medium">{t`Password required`}</p>
        <Field
          label={t`Password`}
          error={refused && tried.password === password ? t`Wrong password. Try again.` : undefined}
          help={t`The password is used to open the file. It isn’t stored.`}
        >
          <PasswordInput
            ref={input}
            value={password}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" wide working={working} verb={t`Opening`}>
          {t`Open`}
        </Button>
      </form>
    </div>
  )
}
