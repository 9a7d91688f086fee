/** A row of tabs. Positioned, because the selected tab is scrolled into view by its offset. */
export const tabList =
  'relative flex scroll-px-4 overflow-x-auto border-b border-line-strong px-4 pt-1 [scrollbar-width:none]'

/** The selected tab (`data-active`) joins the sheet below it, with the accent on top. */
export const tab = [
  'relative -mb-px inline-flex min-h-9 flex-none items-center gap-2 rounded-t-control border border-transparent border-b-line-strong px-3 text-ink-soft hover:text-ink focus-visible:focus-inset touch:min-h-(--size-touch)',
  'before:absolute before:-inset-x-px before:-top-px before:h-(--spine) before:rounded-t-control',
  'data-active:border-line-strong data-active:border-b-surface data-active:bg-surface data-active:font-medium data-active:text-ink data-active:before:bg-accent',
].join(' ')
