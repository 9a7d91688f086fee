import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { User } from '../../api/account.ts'
import { useDeleteAvatar, usePutAvatar } from '../../api/profile.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { useProblemWords } from '../problems/index.ts'
import { nameOf } from './name-of.ts'

const MAX_BYTES = 5_000_000

/** The profile picture: dropped or selected, previewed immediately, and removable. */
export function AvatarPart({ user }: { user: User }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const put = usePutAvatar()
  const remove = useDeleteAvatar()
  const [tooLarge, setTooLarge] = useState(false)
  const preview = usePreview(put.isPending ? put.variables : undefined)
  const error = put.error ?? remove.error

  function take(file: File | undefined) {
    if (!file) return
    remove.reset()
    put.reset()
    setTooLarge(file.size > MAX_BYTES)
    if (file.size <= MAX_BYTES) put.mutate(file)
  }

  return (
    <DropZone
      className="flex flex-wrap items-center gap-4 p-3"
      label={t`Picture`}
      accept="image/*"
      multiple={false}
      hint={t`Drop to set as profile picture`}
      onFiles={([file]) => take(file)}
    >
      {(open) => (
        <>
          <Avatar kind="person" size={64} name={nameOf(user)} src={preview ?? user.avatar_url} />
          <div className="min-w-0 flex-1 basis-48">
            <p className="text-ink-soft">{t`Image up to 5 MB, cropped to a square.`}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                size={28}
                working={put.isPending}
                verb={t`Sending`}
                onClick={open}
              >{t`Choose image`}</Button>
              {user.avatar_url && (
                <Button
                  size={28}
                  variant="ghost"
                  working={remove.isPending}
                  verb={t`Removing`}
                  onClick={() => {
                    put.reset()
                    remove.mutate()
                  }}
                >
                  {t`Remove`}
                </Button>
              )}
            </div>
            {(error || tooLarge) && (
              <p role="alert" className="mt-2 text-small text-bad">
                {tooLarge ? t`The image is larger than 5 MB. Choose a smaller one.` : words(error)}
              </p>
            )}
          </div>
        </>
      )}
    </DropZone>
  )
}

/** The selected file's object URL, shown until the server has processed it. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
