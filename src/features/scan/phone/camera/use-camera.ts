import { useCallback, useEffect, useState } from 'react'
import { CameraError, type NoCamera, openCamera } from './open-camera.ts'

export type CameraState =
  | { status: 'starting' }
  | { status: 'live'; stream: MediaStream; track: MediaStreamTrack }
  | { status: 'none'; reason: NoCamera }

const STARTING: CameraState = { status: 'starting' }

/**
 * The camera while `isOn`. It reopens after the system has ended it, as iOS does in the background.
 * `retry` tries again after a refusal.
 */
export function useCamera(isOn: boolean): { camera: CameraState; retry: () => void } {
  const [camera, setCamera] = useState(STARTING)
  const [round, setRound] = useState(0)
  const retry = useCallback(() => setRound((round) => round + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens it once more
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let stream: MediaStream | null = null
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) {
        track.removeEventListener('ended', reopen)
        track.stop()
      }
      stream = null
    }
    const open = async () => {
      try {
        const opened = await openCamera()
        const [track] = opened.getVideoTracks()
        stream = opened
        if (isOver || !track) return stop()
        track.addEventListener('ended', reopen)
        setCamera({ status: 'live', stream: opened, track })
      } catch (error) {
        if (!isOver)
          setCamera({ status: 'none', reason: error instanceof CameraError ? error.reason : 'busy' })
      }
    }
    /** Only while the page is visible: in the background the system would end it again. */
    function reopen() {
      if (isOver || document.visibilityState !== 'visible') return
      stop()
      setCamera(STARTING)
      void open()
    }
    const seen = () => {
      if (document.visibilityState !== 'visible' || !stream) return
      if (stream.getVideoTracks().every(({ readyState, muted }) => readyState === 'ended' || muted)) reopen()
    }
    setCamera(STARTING)
    void open()
    document.addEventListener('visibilitychange', seen)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', seen)
      stop()
    }
  }, [isOn, round])
  return { camera, retry }
}
