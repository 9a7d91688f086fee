/** Two players side by side: whoever starts one wants to hear that one. */
export function pauseOthers(player: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (other !== player) other.pause()
}
