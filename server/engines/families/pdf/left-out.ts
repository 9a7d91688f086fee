/** What a person is told of pages that could not be read. */
export function pagesLeftOut(pages: number): string[] {
  if (pages === 0) return []
  return [
    `${pages} page${pages === 1 ? '' : 's'} could not be read and ${pages === 1 ? 'was' : 'were'} left out.`,
  ]
}
