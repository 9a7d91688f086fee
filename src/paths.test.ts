import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('makes every path', () => {
  expect({
    overview: paths.overview(),
    year: paths.overview({ days: '365', view: 'table' }),
    convert: paths.convert(),
    history: paths.history(),
    filtered: paths.history({ q: 'lease & co', status: 'failed', family: '' }),
    conversion: paths.conversion('018f2d6e-1000-7000-8000-000000000001'),
    result: paths.result('018f2d6e-1000-7000-8000-000000000001'),
    signIn: paths.signIn(),
    back: paths.signIn({ return: '/history?status=failed' }),
    code: paths.signInCode({ return: '/history' }),
    forgotPassword: paths.forgotPassword(),
    account: paths.account(),
    signUp: paths.signUp(),
    components: paths.components(),
  }).toMatchInlineSnapshot(`
    {
      "account": "/account",
      "back": "/sign-in?return=%2Fhistory%3Fstatus%3Dfailed",
      "code": "/sign-in/code?return=%2Fhistory",
      "components": "/components",
      "conversion": "/history/018f2d6e-1000-7000-8000-000000000001",
      "convert": "/convert",
      "filtered": "/history?q=lease+%26+co&status=failed",
      "forgotPassword": "/forgot-password",
      "history": "/history",
      "overview": "/",
      "result": "/history/018f2d6e-1000-7000-8000-000000000001#result",
      "signIn": "/sign-in",
      "signUp": "/sign-up",
      "year": "/?days=365&view=table",
    }
  `)
})
