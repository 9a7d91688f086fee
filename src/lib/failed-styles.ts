/**
 * Style sheets that did not come, once more: what a build brings with a part asks for each of them
 * once, and then takes it for there.
 */
export async function loadFailedStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(hasFailed).map(again))
}

/** One of our own whose rules may not be looked at has none. */
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
