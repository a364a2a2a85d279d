'use client'

import { SettingCard } from '#app/(portal)/settings/_components/setting-card.tsx'
import { SettingField } from '#app/(portal)/settings/_components/setting-field.tsx'
import { SettingForm } from '#app/(portal)/settings/_components/setting-form.tsx'
import { saveName } from '#app/(portal)/settings/(organization)/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'

export function NameCard({ name }: Readonly<{ name: string }>) {
  const t = useTranslations('organization.identity')
  return (
    <SettingCard id="name" title={t('name')} why={t('nameHint')}>
      <SettingForm action={saveName} saved={{ name }}>
        {({ initial, errorOf }) => (
          <SettingField
            card="name"
            name="name"
            defaultValue={initial('name')}
            error={errorOf('name', {}, fieldLengths.organizationName)}
            autoComplete="organization"
          />
        )}
      </SettingForm>
    </SettingCard>
  )
}
