'use client'

import { PortalForm } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { chooseGroupsAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { CheckboxGroup } from '#components/ui/choice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { GroupWithAccess } from '#lib/domain/people/users/group-access.ts'
import styles from './account-access.module.css'

type Props = Readonly<{ userId: string; groups: readonly GroupWithAccess[] }>

/** The account groups that a user has, and those to give. */
export function GroupAccessForm({ userId, groups }: Props) {
  const t = useTranslations('accountGroups.ofUser')
  const form = useAccessForm(chooseGroupsAction, { confirmBy: false, repeatable: true })
  const given = groups.filter((group) => group.given).map(({ id }) => id)
  return (
    <section className={`lk-card ${styles.groups}`} aria-label={t('title')}>
      <PortalForm form={form} titled submit={<SubmitButton variant="secondary">{t('submit')}</SubmitButton>}>
        <input type="hidden" name="userId" value={userId} />
        {given.map((id) => (
          <input key={id} type="hidden" name="tickedBefore" value={id} />
        ))}
        <CheckboxGroup
          legend={t('title')}
          hint={t('hint')}
          name="ticked"
          choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValues={given}
          error={form.errorOf('added', { unknown: t('gone'), too_many: t('tooMany') })}
        />
        {form.done && <Notice tone="success">{t('changed', form.done)}</Notice>}
      </PortalForm>
    </section>
  )
}
