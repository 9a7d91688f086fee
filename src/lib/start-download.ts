/** Downloads what an address of our own answers with, as a click on a link would. */
export function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
