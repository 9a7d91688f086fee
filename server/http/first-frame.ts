import { escapeHtml } from './escape-html.ts'

// In the classes of src/features/shell/shell.tsx, src/ui/logo.tsx and src/ui/page-header.tsx, whose place this takes.

const LOGO = `<span class="inline-flex items-center gap-2.5 text-[0.9375rem]/5 font-strong">
<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke-width="2" class="flex-none">
<path d="M3 2.5h9.5L17.5 7v11H3z" stroke="currentColor" stroke-linejoin="round" />
<path d="M7 15.5V6.5h5.5M7 11h7" class="stroke-accent" /></svg><span translate="no">Filewright</span></span>`

/**
 * The frame of the dashboard and the page's title, so that there is something to see before any script has come. It can be
 * neither pressed nor heard; the dashboard takes its place.
 */
export const firstFrame = (title: string): string =>
  `<div inert aria-hidden="true" class="pointer-events-none flex h-dvh">
<div class="w-(--size-rail) flex-none border-e border-line-strong max-md:hidden lg:w-(--size-sidebar)">
<div class="@container/side flex h-full flex-col overflow-y-auto bg-rail"><div class="px-3 pt-2 pb-2">
<div class="mb-2 flex min-h-9 items-center gap-1 @max-[8rem]/side:flex-col @max-[8rem]/side:items-stretch">
<span class="flex min-h-9 flex-none items-center overflow-hidden rounded-control ps-1 whitespace-nowrap">${LOGO}</span>
</div></div></div></div>
<div class="flex min-w-0 flex-1 flex-col">
<div class="flex flex-none min-h-(--size-top) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-strong py-2 ps-4 pe-3 md:ps-6 md:pe-5">
<span class="-ms-2 flex items-center gap-1 md:hidden"><span style="width:36px;height:36px"></span></span>
<span class="title min-w-0 text-title wrap-anywhere max-sm:flex-[1_1_9rem]">${escapeHtml(title)}</span>
</div></div></div>`
