'use client'

import { OptionalTexts } from '#app/(portal)/_forms/optional-texts.tsx'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { webhookHref } from '#app/(portal)/_urls/webhooks-url.ts'
import {
  addWebhookAction,
  changeWebhookAction,
  rotateSigningSecretAction,
} from '#app/(portal)/settings/webhooks/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { CheckboxGroup, RadioGroup } from '#components/ui/choice.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { maxWebhooks, webhookUrlLengths } from '#lib/domain/events/webhooks/limits.ts'
import type { AddedWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { type WebhookTexts, webhookTextLengths, webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import type { KindChoices } from './kind-choices.ts'
import styles from './webhooks.module.css'

type DialogProps = Readonly<{ closeHref: string; confirmBy: ConfirmBy }>
type Target = Readonly<{ url: string; kinds: readonly string[] | null }> & WebhookTexts
const nothing: Target = { url: '', ...recordOf(webhookTexts, () => ''), kinds: null }
type Form = Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf' | 'state'>

export function AddWebhookDialog({ choices, ...dialog }: DialogProps & Readonly<{ choices: KindChoices }>) {
  const t = useTranslations('webhooks.form')
  const form = useAccessForm(addWebhookAction, { confirmBy: dialog.confirmBy })
  if (form.done) return <NewSecret added={form.done} />
  return (
    <FormDialog form={form} title={t('addTitle')} closeHref={dialog.closeHref} size="medium" submitLabel={t('add')}>
      <TargetFields form={form} before={nothing} choices={choices} />
    </FormDialog>
  )
}

type EditProps = DialogProps & Readonly<{ id: string; before: Target; choices: KindChoices }>

export function EditWebhookDialog({ id, before, choices, closeHref, confirmBy }: EditProps) {
  const t = useTranslations('webhooks.form')
  const form = useAccessForm(changeWebhookAction, { confirmBy, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('editTitle')}
      closeHref={closeHref}
      size="medium"
      fields={{ do: 'edit', id }}
      submitLabel={t('save')}
    >
      <TargetFields form={form} before={before} choices={choices} />
    </FormDialog>
  )
}

type FieldsProps = Readonly<{ form: Form; before: Target; choices: KindChoices }>

function TargetFields({ form, before, choices }: FieldsProps) {
  const t = useTranslations('webhooks.form')
  const fields = useTranslations('webhooks.fields')
  const { enteredIn, errorOf } = form
  const urlProblems = {
    insecure: t('insecure'),
    malformed: t('malformedUrl'),
    not_public: t('notPublic'),
    too_many: t('tooMany', { max: maxWebhooks }),
  }
  return (
    <>
      <TextField
        label={t('url')}
        hint={t('urlHint')}
        name="url"
        mono
        inputMode="url"
        autoCapitalize="none"
        defaultValue={enteredIn('url') ?? before.url}
        error={errorOf('url', urlProblems, webhookUrlLengths)}
      />
      <OptionalTexts
        form={form}
        lengths={webhookTextLengths}
        wordsOf={(field) => ({ label: fields(`${field}.label`), hint: fields(`${field}.hint`) })}
        before={before}
      />
      <KindFields form={form} before={before} choices={choices} />
    </>
  )
}

function KindFields({ form: { enteredIn, errorOf, state }, before, choices }: FieldsProps) {
  const t = useTranslations('webhooks.form')
  const scope = enteredIn('scope') ?? (before.kinds ? 'some' : 'all')
  const entered = state.entered.filter(([name]) => name === 'kinds').map(([, kind]) => kind)
  const selected = enteredIn('scope') === undefined ? (before.kinds ?? []) : entered
  return (
    <div className={styles.scope}>
      <RadioGroup
        legend={t('kinds')}
        name="scope"
        defaultValue={scope}
        choices={[
          { value: 'all', label: t('allKinds'), hint: t('allKindsHint') },
          { value: 'some', label: t('someKinds') },
        ]}
      />
      <FieldError id="kinds" error={errorOf('kinds', { required: t('noKind') })} />
      <div className={styles.kinds}>
        {choices.map(({ group, kinds }) => (
          <CheckboxGroup key={group} legend={group} name="kinds" choices={kinds} defaultValues={selected} />
        ))}
      </div>
    </div>
  )
}

type OfWebhook = DialogProps & Readonly<{ id: string }>

export function RotateSecretDialog({ id, closeHref, confirmBy }: OfWebhook) {
  const t = useTranslations('webhooks.rotate')
  const form = useAccessForm(rotateSigningSecretAction, { confirmBy })
  if (form.done) return <NewSecret added={form.done} />
  return (
    <FormDialog form={form} title={t('title')} closeHref={closeHref} fields={{ id }} submitLabel={t('submit')}>
      <p>{t('why')}</p>
    </FormDialog>
  )
}

export function ReplayDialog({ id, next, closeHref, confirmBy }: OfWebhook & Readonly<{ next: number }>) {
  const t = useTranslations('webhooks.replay')
  const form = useAccessForm(changeWebhookAction, { confirmBy, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('title')}
      closeHref={closeHref}
      fields={{ do: 'replay', id }}
      submitLabel={t('submit')}
    >
      <p>{t('why')}</p>
      <TextField
        label={t('from')}
        hint={t('fromHint', { next })}
        name="from"
        mono
        inputMode="numeric"
        defaultValue={form.enteredIn('from')}
        error={form.errorOf('from', { malformed: t('malformed'), not_kept: t('notKept') })}
      />
    </FormDialog>
  )
}

function NewSecret({ added: { id, secret } }: Readonly<{ added: AddedWebhook }>) {
  const t = useTranslations('webhooks.secret')
  return (
    <ShownOnceDialog title={t('title')}>
      {(forgotten) => (
        <>
          <Notice tone="warning" title={t(forgotten ? 'forgotten' : 'once')}>
            {!forgotten && t('lost')}
          </Notice>
          {!forgotten && (
            <CodeBlock
              label={t('secret')}
              action={<CopyButton value={secret} what={t('secret')} label={t('copy')} variant="primary" />}
            >
              {secret}
            </CodeBlock>
          )}
          <FormActions>
            <LinkButton href={webhookHref(id)}>{t('done')}</LinkButton>
          </FormActions>
        </>
      )}
    </ShownOnceDialog>
  )
}
