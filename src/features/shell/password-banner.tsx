import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'

/** Another person chose the password, and knows it. Everything works until it is changed. */
export default function PasswordBanner() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const action = { label: t`Change password`, onClick: () => void navigate(paths.password()) }
  return (
    <Banner kind="warn" action={action}>
      <Trans>Someone else set your password. Choose one that only you know.</Trans>
    </Banner>
  )
}
