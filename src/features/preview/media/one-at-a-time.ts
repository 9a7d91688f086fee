/** With two players side by side, starting one pauses the other. */
export function pauseOthers(player: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (other !== player) other.pause()
}
