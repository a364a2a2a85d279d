'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import {
  addGroupAction,
  addRuleAction,
  editGroupAction,
  giveGroupAction,
} from '#app/(portal)/manage/accounts/groups/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { AccountGroup } from '#lib/account-groups/account-group.ts'
import type { ConfirmBy } from '#lib/portal-sessions/confirm-identity.ts'

const limits = { name: { min: 1, max: 80 }, note: { min: 0, max: 200 }, groups: 1_000, rules: 20, groupsOfUser: 100 }

type DialogProps = Readonly<{ closeHref: string; confirmBy: ConfirmBy }>
type OfGroup = DialogProps & Readonly<{ group: Pick<AccountGroup, 'id' | 'name' | 'note'> }>

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
      <NameAndNote form={form} before={{ name: '', note: '' }} />
    </FormDialog>
  )
}

export function EditGroupDialog({ group, closeHref }: OfGroup) {
  const t = useTranslations('accountGroups.form')
  const form = useAccessForm(editGroupAction, { confirmBy: false, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('editTitle', { name: group.name })}
      closeHref={closeHref}
      fields={{ groupId: group.id }}
      submitLabel={t('save')}
    >
      <NameAndNote form={form} before={group} />
    </FormDialog>
  )
}

type NameProps = Readonly<{
  form: Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf'>
  before: Pick<AccountGroup, 'name' | 'note'>
}>

function NameAndNote({ form: { enteredIn, errorOf }, before }: NameProps) {
  const t = useTranslations('accountGroups.form')
  const widgets = useTranslations('widgets')
  const own = { taken: t('taken'), too_many: t('tooMany', { max: limits.groups }) }
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        defaultValue={enteredIn('name') ?? before.name}
        maxLength={limits.name.max}
        error={errorOf('name', own, limits.name)}
      />
      <TextField
        label={t('note')}
        note={widgets('optional')}
        hint={t('noteHint')}
        name="note"
        defaultValue={enteredIn('note') ?? before.note}
        maxLength={limits.note.max}
        error={errorOf('note', {}, limits.note)}
      />
    </>
  )
}

export function AddRuleDialog({ group, closeHref, confirmBy }: OfGroup) {
  const t = useTranslations('accountGroups.addRule')
  const widgets = useTranslations('widgets')
  const form = useAccessForm(addRuleAction, { confirmBy, doneHref: closeHref })
  const { enteredIn, errorOf } = form
  const problems = {
    required: t('required'),
    malformed: t('malformedPrefix'),
    taken: t('taken'),
    too_many: t('tooMany', { max: limits.rules }),
  }
  return (
    <FormDialog
      form={form}
      title={t('title', { name: group.name })}
      description={t('sentence')}
      closeHref={closeHref}
      fields={{ groupId: group.id }}
      submitLabel={t('submit')}
    >
      <TextField
        label={t('idPrefix')}
        note={widgets('optional')}
        hint={t('idPrefixHint')}
        name="idPrefix"
        mono
        maxLength={64}
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
  const form = useAccessForm(giveGroupAction, { confirmBy, doneHref: closeHref, repeatable: true })
  const own = { unknown: t('unknown'), unproven: t('unproven'), opens_all: t('opensAll') }
  const tooMany = form.errorOf('added', { too_many: t('tooMany', { max: limits.groupsOfUser }) })
  return (
    <FormDialog
      form={form}
      title={t('title', { name: group.name })}
      description={t('sentence')}
      closeHref={closeHref}
      fields={{ groupId: group.id }}
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
