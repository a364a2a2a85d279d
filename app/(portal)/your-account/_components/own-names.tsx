import type { ReactNode } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { OwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import styles from './profile.module.css'
import { WithdrawForm } from './withdraw-form.tsx'

/** What became of the names that the user asked for, above those that they sign in with. */
export async function OwnNamesState({ names, children }: Readonly<{ names: OwnNames; children: ReactNode }>) {
  const t = await portalTranslator('profile')
  const { isManaged, waiting, unproven, steps } = names
  if (isManaged) {
    return (
      <div className={styles.states}>
        {children}
        <p className="lk-fine">{t('signIn.managed')}</p>
      </div>
    )
  }
  const isMailed = waiting?.email && steps.email === 'proof'
  const approved = waiting && [waiting.username, isMailed ? null : waiting.email].filter((name) => name !== null)
  const notConfirmed = unproven.filter((name) => !waiting?.[name]).map((name) => t(`signIn.${name}`))
  return (
    <div className={styles.states}>
      {waiting && (
        <Notice tone="info" title={t('signIn.waitingTitle')} action={<WithdrawForm />}>
          {waiting.email && isMailed && <p>{t('signIn.waitingProof', { email: waiting.email })}</p>}
          {approved && approved.length > 0 && <p>{t('signIn.waitingApproval', { names: approved.join(', ') })}</p>}
        </Notice>
      )}
      {notConfirmed.length > 0 && (
        <Notice tone="warning">{t('signIn.unproven', { names: notConfirmed.join(', ') })}</Notice>
      )}
      {children}
    </div>
  )
}
