import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { useRedeemCode } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'

/** Redeems a promo code. A refused code stays in the field, with the reason below it. */
export function PromoPanel() {
  const { t } = useLingui()
  const words = useProblemWords()
  const redeem = useRedeemCode()
  const [code, setCode] = useState('')
  // A retry after a lost response must not report that the code was already used.
  const key = useRef({ code: '', id: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = code.trim()
    if (typed === '' || redeem.isPending) return
    if (key.current.code !== typed) key.current = { code: typed, id: randomId() }
    redeem.mutate(
      { code: typed, key: key.current.id },
      {
        onSuccess: ({ credits }) => {
          setCode('')
          showToast({
            text: t({
              message: plural(credits, { one: '# credit added', other: '# credits added' }),
            }),
          })
        },
      },
    )
  }
  const error = redeem.error && toApiError(redeem.error)
  return (
    <Panel title={t`Promo code`}>
      <form onSubmit={submit}>
        <Field label={t`Code`} {...(error && { error: error.field('code') ?? words(error) })}>
          <div className="flex gap-2">
            <CodeInput
              value={code}
              onChange={(next) => {
                setCode(next)
                redeem.reset()
              }}
            />
            <Button
              type="submit"
              disabled={code.trim() === ''}
              working={redeem.isPending}
              verb={t`Redeeming`}
            >
              {t`Redeem`}
            </Button>
          </div>
        </Field>
      </form>
    </Panel>
  )
}

const CodeInput = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Input
    mono
    value={value}
    maxLength={60}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    className="min-w-0 flex-1"
    onChange={({ target }) => onChange(target.value)}
  />
)
