/**
 * Reloads style sheets that failed: the bundler requests each only once and then treats it as
 * loaded.
 */
export async function loadFailedStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(hasFailed).map(again))
}

/** An own style sheet whose rules cannot be read failed to load. */
function hasFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules
  } catch {
    return true
  }
}

const again = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const anew = link.cloneNode() as HTMLLinkElement
    anew.onload = () => resolve()
    anew.onerror = () => reject(new Error(`${anew.href} did not load`))
    link.replaceWith(anew)
  })
