/**
 * Shared styles of all controls. Heights are variables that grow to 44 px for a coarse pointer;
 * text controls use 16 px there, because phones zoom in on smaller text.
 */
export type ControlSize = 24 | 28 | 32 | 36

export const height: Record<ControlSize, string> = {
  24: 'min-h-(--size-control-sm)',
  28: 'min-h-(--size-control-md)',
  32: 'min-h-(--size-control)',
  36: 'min-h-(--size-control-lg)',
}

/** Text size, target size and colors of input, textarea, select and combobox. */
export const valueFrame =
  'w-full min-w-0 rounded-control border border-control bg-raised text-start text-ink transition-colors duration-(--dur-fast) touch:text-[1rem] ' +
  'hover:border-ink-soft disabled:border-line-strong disabled:bg-sunk disabled:text-ink-faint data-disabled:border-line-strong data-disabled:bg-sunk data-disabled:text-ink-faint ' +
  'aria-invalid:border-bad aria-invalid:inset-ring aria-invalid:inset-ring-bad'

/** Surface of floating elements: raised, 6 px, a hairline and a shadow. */
export const floating =
  'floats rounded-sheet border border-line-strong bg-raised text-ink shadow-pop outline-none'

/** An option of a menu, select or list. */
export const choice =
  'flex min-h-(--size-control) cursor-default items-center gap-2.5 px-3 outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:text-ink-faint'
