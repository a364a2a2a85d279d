'use client'

import type { PasswordLink } from '#lib/password-links/password-link.ts'
import { useDateTime, useTranslations } from '../../../../components/messages.tsx'
import { CodeBlock } from '../../../../components/ui/code.tsx'
import { CopyButton } from '../../../../components/ui/copy-button.tsx'
import { FormActions } from '../../../../components/ui/form.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import type { AddedUser } from '../form-state.ts'
import { userAccountsHref } from '../list-state.ts'
import { useShownOnce } from './use-shown-once.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{
  link: PasswordLink
  name: string
  doneHref: string
  /** A user who was just added and may not have access to any account yet. */
  user?: AddedUser
}>

/** Shows the one-time link, once. */
export function PasswordLinkPanel({ link, name, doneHref, user }: Props) {
  const t = useTranslations('usersAndAccess')
  const dateTime = useDateTime()
  const { ref, forgotten } = useShownOnce()
  const until = dateTime(link.expiresAt, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <div ref={ref} className={styles.panel}>
      <p>{t('passwordLink.once', { name })}</p>
      {forgotten ? (
        <p>{t('passwordLink.forgotten')}</p>
      ) : (
        <CodeBlock
          label={t('passwordLink.link')}
          action={<CopyButton value={link.url} what={t('passwordLink.link')} />}
        >
          {link.url}
        </CodeBlock>
      )}
      <p className="lk-fine">{t('passwordLink.validUntil', { until })}</p>
      <FormActions>
        {user?.choosesAccounts && (
          <LinkButton href={userAccountsHref(user.userId)} variant="primary">
            {t('chooseAccounts')}
          </LinkButton>
        )}
        <LinkButton href={doneHref} variant={user?.choosesAccounts ? 'secondary' : 'primary'} inPlace>
          {t('doneWithAll')}
        </LinkButton>
      </FormActions>
    </div>
  )
}
