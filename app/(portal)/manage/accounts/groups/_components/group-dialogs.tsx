'use client'

import { OptionalTexts } from '#app/(portal)/_forms/optional-texts.tsx'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { addGroupAction, changeGroupAction } from '#app/(portal)/manage/accounts/groups/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import {
  type AccountGroup,
  type GroupFields,
  groupNameLengths,
  groupTextLengths,
  maxGroups,
  maxRulesOfGroup,
} from '#lib/domain/accounts/account-groups/account-group.ts'
import { accountLengths } from '#lib/domain/accounts/accounts/limits.ts'
import { maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type DialogProps = Readonly<{ closeHref: string; confirmBy: ConfirmBy }>
type OfGroup = DialogProps & Readonly<{ group: Omit<AccountGroup, 'changedAt'> }>

export function AddGroupDialog({ closeHref }: DialogProps) {
  const t = useTranslations('accountGroups.form')
  const form = useAccessForm(addGroupAction, { confirmBy: false })
  return (
    <FormDialog
      form={form}
      title={t('addTitle')}
      description={t('addSentence')}
      closeHref={closeHref}
      submitLabel={t('add')}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

export function EditGroupDialog({ group, closeHref }: OfGroup) {
  const t = useTranslations('accountGroups.form')
  const form = useAccessForm(changeGroupAction, { confirmBy: false, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('editTitle', { name: group.name })}
      closeHref={closeHref}
      fields={{ do: 'edit', id: group.id }}
      submitLabel={t('save')}
    >
      <Fields form={form} before={group} />
    </FormDialog>
  )
}

type FieldsProps = Readonly<{
  form: Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf'>
  before?: GroupFields
}>

function Fields({ form: { enteredIn, errorOf }, before }: FieldsProps) {
  const t = useTranslations('accountGroups.form')
  const fields = useTranslations('accountGroups.fields')
  const own = { taken: t('taken'), too_many: t('tooMany', { max: maxGroups }) }
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        defaultValue={enteredIn('name') ?? before?.name}
        maxLength={groupNameLengths.max}
        error={errorOf('name', own, groupNameLengths)}
      />
      <OptionalTexts
        form={{ enteredIn, errorOf }}
        lengths={groupTextLengths}
        wordsOf={(field) => ({ label: fields(`${field}.label`), hint: fields(`${field}.hint`) })}
        before={before}
      />
    </>
  )
}

export function AddRuleDialog({ group, closeHref, confirmBy }: OfGroup) {
  const t = useTranslations('accountGroups.addRule')
  const widgets = useTranslations('widgets')
  const form = useAccessForm(changeGroupAction, { confirmBy, doneHref: closeHref })
  const { enteredIn, errorOf } = form
  const problems = {
    required: t('required'),
    malformed: t('malformedPrefix'),
    taken: t('taken'),
    too_many: t('tooMany', { max: maxRulesOfGroup }),
  }
  return (
    <FormDialog
      form={form}
      title={t('title', { name: group.name })}
      description={t('sentence')}
      closeHref={closeHref}
      fields={{ do: 'rule', id: group.id }}
      submitLabel={t('submit')}
    >
      <TextField
        label={t('idPrefix')}
        note={widgets('optional')}
        hint={t('idPrefixHint')}
        name="idPrefix"
        mono
        maxLength={accountLengths.id.max}
        defaultValue={enteredIn('idPrefix')}
        error={errorOf('idPrefix', problems)}
      />
      <TextField
        label={t('locale')}
        note={widgets('optional')}
        hint={t('localeHint')}
        name="locale"
        mono
        defaultValue={enteredIn('locale')}
        error={errorOf('locale', { malformed: t('malformedLocale') })}
      />
    </FormDialog>
  )
}

export function GiveGroupDialog({ group, closeHref, confirmBy }: OfGroup) {
  const t = useTranslations('accountGroups.give')
  const form = useAccessForm(changeGroupAction, { confirmBy, doneHref: closeHref, repeatable: true })
  const own = { unknown: t('unknown'), unproven: t('unproven'), opens_all: t('opensAll') }
  const tooMany = form.errorOf('added', { too_many: t('tooMany', { max: maxGroupsOfUser }) })
  return (
    <FormDialog
      form={form}
      title={t('title', { name: group.name })}
      description={t('sentence')}
      closeHref={closeHref}
      fields={{ do: 'give', id: group.id }}
      submitLabel={t('submit')}
    >
      <TextField
        label={t('user')}
        name="user"
        autoCapitalize="none"
        defaultValue={form.enteredIn('user')}
        error={form.errorOf('user', own) ?? tooMany}
      />
    </FormDialog>
  )
}
