import type { KeyScope } from '#lib/api-keys/scopes.ts'
import { useTranslations } from '../../../../components/messages.tsx'
import { CheckboxGroup } from '../../../../components/ui/choice.tsx'
import type { FormState } from '../form-state.ts'

type Props = Readonly<{
  scopes: readonly KeyScope[]
  entered: FormState['entered']
  errorOf: (field: string, own: Readonly<Record<string, string>>) => string | undefined
}>

const proposed: readonly KeyScope[] = ['sso']

/** The key's permissions. A refused form keeps its ticks. */
export function KeyScopesField({ scopes, entered, errorOf }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const ticked = entered.filter(([name]) => name === 'scopes').map(([, value]) => value)
  return (
    <CheckboxGroup
      legend={t('scopes')}
      hint={t('scopesHint')}
      name="scopes"
      choices={scopes.map((value) => ({ value, label: t(`scopeChoices.${value}`), hint: t(`scopeHints.${value}`) }))}
      defaultValues={entered.length === 0 ? proposed : ticked}
      error={errorOf('scopes', { required: t('scopesMissing') })}
    />
  )
}
