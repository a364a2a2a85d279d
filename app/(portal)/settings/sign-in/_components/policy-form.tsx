'use client'

import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import { SettingForm } from '#app/(portal)/settings/_components/setting-form.tsx'
import { savePolicy } from '#app/(portal)/settings/sign-in/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import { PortalLink } from '#components/ui/link-button.tsx'
import type { SecondFactorPolicy } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'

type Props = Readonly<{
  policy: SecondFactorPolicy
  choices: readonly Readonly<{ value: SecondFactorPolicy; label: string; hint: string }>[]
}>

/** Who needs a second factor. A user who has none can't require one. */
export function PolicyForm({ policy, choices }: Props) {
  const t = useTranslations('signInSettings.factor')
  const ownFirst = (
    <>
      {t(policy === 'off' ? 'offeredFirst' : 'ownFirst')}{' '}
      {policy !== 'off' && <PortalLink href={yourAccountPath}>{t('addOwn')}</PortalLink>}
    </>
  )
  return (
    <SettingForm action={savePolicy} saved={{ policy }}>
      {({ initial, errorOf }) => {
        const error = errorOf('policy', { no_factor: 'no_factor' })
        return (
          <RadioGroup
            legend={t('legend')}
            name="policy"
            defaultValue={initial('policy')}
            choices={choices}
            error={error === 'no_factor' ? ownFirst : error}
          />
        )
      }}
    </SettingForm>
  )
}
