'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { securityPath } from '#app/(portal)/_urls/security-url.ts'
import { settingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import { PortalLink } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { SecondFactorPolicy } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { savePolicy } from './actions.ts'

type Props = Readonly<{
  policy: SecondFactorPolicy
  choices: readonly Readonly<{ value: SecondFactorPolicy; label: string; hint: string }>[]
  hasFactor: boolean
  confirmBy: ConfirmBy
}>

/** Who needs a second factor. A user who has none can't require one. */
export function PolicyDialog({ policy, choices, hasFactor, confirmBy }: Props) {
  const t = useTranslations('signInSettings.factor')
  const form = useAccessForm(savePolicy, { confirmBy, doneHref: settingsPath, repeatable: true })
  const ownFirst = t(policy === 'off' ? 'offeredFirst' : 'ownFirst')
  const addOwn = policy !== 'off' && <PortalLink href={securityPath}>{t('addOwn')}</PortalLink>
  const error = form.errorOf('policy', { no_factor: ownFirst })
  return (
    <FormDialog form={form} title={t('title')} closeHref={settingsPath} submitLabel={t('submit')}>
      {!hasFactor && !error && (
        <Notice tone="warning" action={addOwn}>
          {ownFirst}
        </Notice>
      )}
      <RadioGroup
        legend={t('legend')}
        name="policy"
        defaultValue={form.enteredIn('policy') ?? policy}
        choices={choices}
        error={
          error && (
            <>
              {error} {addOwn}
            </>
          )
        }
      />
      <p className="lk-fine">{t('next')}</p>
    </FormDialog>
  )
}
