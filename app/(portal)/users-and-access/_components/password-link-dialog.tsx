'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { makePasswordLinkAction } from '#app/(portal)/users-and-access/actions.ts'
import { useDateTime, useTranslations } from '#components/messages.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { PasswordLink } from '#lib/domain/people/password-links/password-link.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{
  user: Readonly<{ id: string; name: string; hasPassword: boolean }>
  closeHref: string
  confirmBy: ConfirmBy
}>

/** Creates a new one-time link for a user without a password or with a forgotten one. */
export function PasswordLinkDialog({ user: { id, name, hasPassword }, closeHref, confirmBy }: Props) {
  const t = useTranslations('usersAndAccess.passwordLink')
  const form = useAccessForm(makePasswordLinkAction, { confirmBy })
  if (form.done)
    return <NewPasswordLink title={t('made', { name })} link={form.done} name={name} doneHref={closeHref} />
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      closeHref={closeHref}
      size="medium"
      fields={{ userId: id }}
      submitLabel={t('submit')}
    >
      <p>{t(hasPassword ? 'explain' : 'explainFirst', { name })}</p>
    </FormDialog>
  )
}

type LinkProps = Readonly<{
  title: string
  link: PasswordLink
  name: string
  doneHref: string
  /** The ID of a user who was just added and has no access to any account yet. */
  choosesAccountsOf?: string | false
}>

export function NewPasswordLink({ title, link, name, doneHref, choosesAccountsOf }: LinkProps) {
  const t = useTranslations('usersAndAccess')
  const dateTime = useDateTime()
  const until = dateTime(link.expiresAt, { dateStyle: 'full', timeStyle: 'short' })
  const what = t('passwordLink.link')
  return (
    <ShownOnceDialog title={title}>
      {(forgotten) => (
        <>
          <p>{t('passwordLink.once', { name })}</p>
          {forgotten ? (
            <p>{t('passwordLink.forgotten')}</p>
          ) : (
            <CodeBlock label={what} action={<CopyButton value={link.url} what={what} />}>
              {link.url}
            </CodeBlock>
          )}
          {link.mailedTo !== null && <p>{t('passwordLink.mailed', { email: link.mailedTo })}</p>}
          <p className="lk-fine">{t('passwordLink.validUntil', { until })}</p>
          <FormActions>
            {choosesAccountsOf && (
              <LinkButton href={userAccountsHref(choosesAccountsOf)} variant="primary">
                {t('chooseAccounts')}
              </LinkButton>
            )}
            <LinkButton href={doneHref} variant={choosesAccountsOf ? 'secondary' : 'primary'} inPlace>
              {t('doneWithAll')}
            </LinkButton>
          </FormActions>
        </>
      )}
    </ShownOnceDialog>
  )
}
