import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { WHO_SOLID, whoOf } from '../people/index.ts'
import type { EditorRecipient, FieldKind } from './draft.ts'
import { KINDS, type Kind } from './kinds.ts'

export type PaletteProps = {
  recipients: readonly EditorRecipient[]
  active: string | null
  onActive: (id: string) => void
  armed: FieldKind | null
  onArm: (kind: FieldKind | null) => void
  /** Places a field in the middle of the visible page, without a pointer. */
  onPlace: (kind: FieldKind) => void
  /** The number of the PDF's form fields that are not added yet. */
  found: number
  onFound: () => void
  /** Beside the pages, or in a row above them. */
  upright: boolean
}

/** The field types, and the recipient that they are placed for. */
export function Palette(props: PaletteProps) {
  const { recipients, active, onActive, armed, onArm, onPlace, found, onFound, upright } = props
  const { t } = useLingui()
  const signers = recipients.filter(({ role }) => role === 'signer')
  return (
    <div
      className={classNames(
        'bg-rail',
        upright
          ? 'w-42 flex-none overflow-y-auto border-e border-line-strong p-3'
          : 'flex flex-none items-center gap-3 overflow-x-auto border-b border-line-strong px-3 py-2 [scrollbar-width:none]',
      )}
    >
      <div className={classNames('flex-none', !upright && 'w-40')}>
        <p className={classNames('mb-1 text-small text-ink-soft', !upright && 'sr-only')}>{t`Fields for`}</p>
        {signers.length > 0 ? (
          <div className="relative">
            {active && (
              <span
                className={classNames(
                  'pointer-events-none absolute start-2.5 top-1/2 z-1 size-3 -translate-y-1/2 rounded-mark',
                  WHO_SOLID[whoOf(recipients, active)],
                )}
              />
            )}
            <Select
              label={t`Fields for`}
              className="ps-7"
              options={signers.map(({ id, name }) => ({ value: id, label: name }))}
              value={active}
              onChange={onActive}
            />
          </div>
        ) : (
          <p className="text-small text-ink-soft">{t`Add a signer first.`}</p>
        )}
      </div>
      <div
        role="toolbar"
        aria-label={t`Fields`}
        aria-orientation={upright ? 'vertical' : 'horizontal'}
        className={classNames('flex', upright ? 'mt-4 flex-col' : 'gap-0.5')}
      >
        {upright && <p className="mb-1 text-small text-ink-soft">{t`Fields`}</p>}
        {KINDS.map((kind) => (
          <KindButton
            key={kind.kind}
            kind={kind}
            upright={upright}
            disabled={active === null}
            on={armed === kind.kind}
            onDrag={(held) => onArm(held ? kind.kind : null)}
            onPress={(byKey) => (byKey ? onPlace(kind.kind) : onArm(armed === kind.kind ? null : kind.kind))}
          />
        ))}
      </div>
      {found > 0 && (
        <div className={classNames('flex-none text-small', upright && 'mt-4 border-t border-line pt-3')}>
          <p className={classNames('text-ink-soft', !upright && 'inline')}>
            <Plural
              value={found}
              one="Found # form field in the PDF."
              other="Found # form fields in the PDF."
            />
          </p>{' '}
          <TextButton disabled={active === null} onClick={onFound}>{t`Add as fields`}</TextButton>
        </div>
      )}
      {upright && (
        <p className="mt-4 border-t border-line pt-3 text-small text-ink-soft touch:hidden">
          <Trans>
            Drag a field, or press its letter and move it with the arrow keys. <Kbd>Shift</Kbd> moves by 1 pt,{' '}
            <Kbd>Alt</Kbd> resizes.
          </Trans>
        </p>
      )}
    </div>
  )
}

type KindButtonProps = {
  kind: Kind
  upright: boolean
  disabled: boolean
  on: boolean
  /** While it is dragged, the pages are a drop target. */
  onDrag: (held: boolean) => void
  onPress: (byKey: boolean) => void
}

function KindButton({
  kind: { kind, label, icon: Icon, letter },
  upright,
  disabled,
  on,
  onDrag,
  onPress,
}: KindButtonProps) {
  const { i18n } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(onDrag)
  useEffect(() => {
    latest.current = onDrag
  })
  useEffect(() => {
    const element = button.current
    if (!element || disabled) return
    return draggable({
      element,
      getInitialData: () => ({ placing: kind }),
      onDragStart: () => latest.current(true),
      onDrop: () => latest.current(false),
    })
  }, [kind, disabled])
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={on}
      disabled={disabled}
      // A click without a pointer comes from the keyboard or a screen reader.
      onClick={(event) => onPress(event.detail === 0)}
      className={classNames(
        'flex min-h-(--size-control) flex-none items-center gap-2.5 rounded-control px-1.5 text-start font-medium transition-colors duration-(--dur-fast) focus-visible:focus-inset disabled:text-ink-faint touch:min-h-(--size-touch)',
        on ? 'bg-accent-tint text-accent' : 'not-disabled:hover:bg-hover',
        !upright && 'px-2.5 text-small',
      )}
    >
      <Icon className="size-4 flex-none" />
      <span className="min-w-0 flex-1 truncate">{i18n._(label)}</span>
      {upright && <Kbd>{letter}</Kbd>}
    </button>
  )
}
