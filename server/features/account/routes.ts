import type { accountEndpoints } from '../../../contract/account.ts'
import type { Handlers } from '../../http/handlers.ts'
import { cancelEmailChange, changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { deleteMe, keepAccount } from './delete-me.ts'
import { exportMe } from './export-me.ts'
import { getMe } from './get-me.ts'
import { updateMe } from './update-me.ts'

type OwnRoutes = Exclude<keyof typeof accountEndpoints, 'getAvatar' | 'putAvatar' | 'deleteAvatar'>

export const accountRoutes: Handlers<OwnRoutes> = {
  getMe: async ({ ctx }) => ({ status: 200, body: await getMe(ctx) }),
  updateMe: async ({ ctx, json }) => ({ status: 200, body: await updateMe(ctx, json) }),
  deleteMe: async ({ ctx }) => ({ status: 200, body: await deleteMe(ctx) }),
  keepAccount: async ({ ctx }) => ({ status: 200, body: await keepAccount(ctx) }),
  changePassword: async ({ ctx, json }) => {
    await changePassword(ctx, json)
    return { status: 204 }
  },
  changeEmail: async ({ ctx, json }) => ({ status: 202, body: await changeEmail(ctx, json.email) }),
  cancelEmailChange: async ({ ctx }) => ({ status: 200, body: await cancelEmailChange(ctx) }),
  exportMe: async ({ ctx }) => ({
    status: 200,
    bytes: await exportMe(ctx),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="filewright-account.zip"',
    },
  }),
}
