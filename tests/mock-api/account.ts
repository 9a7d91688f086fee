import { AVATAR_MAX_BYTES, type accountEndpoints, DELETION_DAYS } from '../../contract/account.ts'
import { sessionCookie } from './cookies.ts'
import { type AreaHandlers, MockProblem, signedIn } from './handler.ts'
import { endSessions, inDays, record, sendLink } from './identity.ts'
import { refuseTaken, refuseWeak } from './sign-in.ts'
import { fileOf } from './wanted.ts'

export const accountHandlers: AreaHandlers<keyof typeof accountEndpoints> = {
  getMe: ({ actor }) => ({ status: 200, body: signedIn(actor) }),

  updateMe({ actor, json }) {
    const user = signedIn(actor)
    return { status: 200, body: Object.assign(user, json) }
  },

  deleteMe({ db, actor }) {
    const user = signedIn(actor)
    const delete_after = inDays(DELETION_DAYS)
    user.delete_after = delete_after
    record(db, user, 'deletion_asked')
    endSessions(db, ({ userId }) => userId === user.id)
    db.identity.keys = db.identity.keys.filter(({ owner }) => owner !== user.id)
    return { status: 200, body: { delete_after }, cookies: [sessionCookie(null)] }
  },

  keepAccount({ db, actor }) {
    const user = signedIn(actor)
    user.delete_after = null
    record(db, user, 'deletion_taken_back')
    return { status: 200, body: user }
  },

  getAvatar({ db, actor }) {
    const avatar = db.identity.avatars.get(signedIn(actor).id)
    if (!avatar) throw new MockProblem('not_found', 'There is no image.')
    return {
      status: 200,
      bytes: avatar.bytes,
      headers: { 'content-type': avatar.type, 'content-disposition': 'attachment; filename="avatar.webp"' },
    }
  },

  /** The picture is kept as it came: cutting and drawing it anew is the server's affair. */
  async putAvatar({ db, actor, form }) {
    const user = signedIn(actor)
    const { bytes } = fileOf(form)
    const file = form.get('file') as File
    if (bytes === 0) throw new MockProblem('file_empty', 'The file is empty.')
    if (bytes > AVATAR_MAX_BYTES) throw new MockProblem('file_too_large', 'An image has at most 5 MB.')
    if (!/\.(png|jpe?g|webp|gif|avif|heic|svg)$/i.test(file.name))
      throw new MockProblem('unsupported_source', 'This is not an image.')
    db.identity.avatars.set(user.id, { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type })
    user.avatar_url = `/api/v1/user/me/avatar/?v=${Date.now().toString(36)}`
    return { status: 200, body: user }
  },

  deleteAvatar({ db, actor }) {
    const user = signedIn(actor)
    db.identity.avatars.delete(user.id)
    user.avatar_url = null
    return { status: 204 }
  },

  changePassword({ db, actor, json }) {
    const user = signedIn(actor)
    const stored = db.users.find((one) => one.user === user)
    if (!stored) throw new MockProblem('unauthenticated', 'Sign in to continue.')
    if (stored.password !== null && stored.password !== json.current_password)
      throw new MockProblem('invalid_credentials', 'The current password is wrong.', {
        errors: [{ path: 'current_password', message: 'This is not your present password.' }],
      })
    refuseWeak(json.new_password, 'new_password')
    if (user.password_due && json.new_password === stored.password)
      throw new MockProblem(
        'weak_password',
        'Another person chose this password for you. Choose a new one.',
        {
          errors: [{ path: 'new_password', message: 'The same as before.' }],
        },
      )
    stored.password = json.new_password
    Object.assign(user, { has_password: true, password_due: false })
    record(db, user, 'password_changed')
    if (json.end_other_sessions)
      endSessions(db, ({ userId, token }) => userId === user.id && token !== actor.session?.token)
    return { status: 204 }
  },

  changeEmail({ db, actor, json, request }) {
    const user = signedIn(actor)
    refuseTaken(db, json.email)
    user.pending_email = json.email
    record(db, user, 'email_change_asked')
    sendLink(db, user, 'verify', json.email, new URL(request.url).origin)
    return { status: 202, body: user }
  },

  cancelEmailChange({ db, actor }) {
    const user = signedIn(actor)
    for (const [token, link] of db.identity.links)
      if (link.userId === user.id && link.email === user.pending_email) db.identity.links.delete(token)
    user.pending_email = null
    return { status: 200, body: user }
  },

  exportMe({ db, actor }) {
    record(db, signedIn(actor), 'data_exported')
    return {
      status: 200,
      bytes: `PK\u0005\u0006${'\0'.repeat(18)}`,
      headers: { 'content-disposition': 'attachment; filename="filewright-export.zip"' },
    }
  },
}
