import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Calm } from './calm.ts'
import type { PageView } from './geometry.ts'
import type { PdfHandle } from './handle.ts'
import type { PdfLink } from './links.ts'
import { OuterLink } from './outer-link.tsx'
import type { Pdf } from './pdf.ts'

type PageLinksProps = { pdf: Pdf; handle: PdfHandle; view: PageView; calm: Calm }

const shape = 'absolute rounded-mark hover:bg-paper-accent/15 focus-visible:outline-paper-accent'

/** A page's links, rendered over it. Internal ones scroll; external ones show their URL first. */
export function PageLinks({ pdf, handle, view, calm }: PageLinksProps) {
  const [links, setLinks] = useState<PdfLink[]>([])
  useEffect(() => {
    let gone = false
    const stop = calm.when(() => {
      pdf.links(view.index).then(
        (found) => !gone && setLinks(found),
        () => {},
      )
    })
    return () => {
      gone = true
      stop()
    }
  }, [pdf, view.index, calm])
  return links.map((link, index) => {
    const box = view.toBox(link.rect)
    // biome-ignore lint/suspicious/noArrayIndexKey: a page's links never change
    return <PageLink key={index} link={link} handle={handle} style={box} />
  })
}

type PageLinkProps = { link: PdfLink; handle: PdfHandle; style: Record<string, number> }

function PageLink({ link, handle, style }: PageLinkProps) {
  const { t } = useLingui()
  if (link.kind === 'address') return <Outer href={link.href} words={link.words} style={style} />
  const words = link.words
  const steps = {
    next: t`Next page`,
    previous: t`Previous page`,
    first: t`First page`,
    last: t`Last page`,
  }
  const go = () => {
    if (link.kind === 'page') return handle.goToDestination(link.dest)
    const { page, pages } = handle.state()
    handle.goTo({ next: page + 1, previous: page - 1, first: 1, last: pages }[link.to])
  }
  return (
    <button
      type="button"
      aria-label={words || (link.kind === 'step' ? steps[link.to] : t`Go to destination in this file`)}
      className={shape}
      style={style}
      onClick={go}
    />
  )
}

function Outer({ href, words, style }: { href: string; words: string; style: Record<string, number> }) {
  const { t } = useLingui()
  const name = words ? t`${words}, link to ${href}` : t`Link to ${href}`
  return (
    <OuterLink
      href={href}
      trigger={<button type="button" aria-label={name} title={href} className={shape} style={style} />}
    />
  )
}
