'use client'

import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import type { CredentialKind } from './secrets-url.ts'

const times = ['0', '1h', '24h', '7d'] as const
const fates = ['run_out', 'end'] as const

type Props = Pick<ReturnType<typeof useAccessForm>, 'enteredIn'> & Readonly<{ former: CredentialKind }>

/** What becomes of the current secret or public key when the next one is used. */
export function FormerSecretFields({ enteredIn, former }: Props) {
  const t = useTranslations('keySecrets.rotateDialog')
  return (
    <>
      <RadioGroup
        legend={t(`retireAfter.${former}`)}
        name="retireAfter"
        choices={times.map((value) => ({ value, label: t(`choices.${value}`), hint: t(`choiceHints.${value}`) }))}
        defaultValue={enteredIn('retireAfter') ?? '24h'}
      />
      <RadioGroup
        legend={t('families')}
        name="families"
        choices={fates.map((value) => ({
          value,
          label: value === 'end' ? t(`fates.end.${former}`) : t('fates.run_out'),
          hint: t(`fateHints.${value}`),
        }))}
        defaultValue={enteredIn('families') ?? 'run_out'}
      />
    </>
  )
}
