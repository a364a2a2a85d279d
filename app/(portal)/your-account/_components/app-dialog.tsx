'use client'

import { useState } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { addAppAction, type ShownApp } from '#app/(portal)/your-account/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Code } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { groupSecret } from '#lib/domain/sign-in/authenticator-apps/group-secret.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import styles from './dialogs.module.css'
import { RecoveryCodesDialog } from './recovery-codes-dialogs.tsx'
import { useReturn } from './use-return.ts'

type Props = Readonly<{
  /** Undefined while the confirmation is missing; the form's action then brings it. */
  offered: ShownApp | undefined
  replaces: boolean
  confirmBy: ConfirmBy
  closeHref: string
}>

/** Sets up an authenticator app, or replaces it. */
export function AppDialog({ offered, replaces, confirmBy, closeHref }: Props) {
  const t = useTranslations('security.app')
  const form = useAccessForm(addAppAction, { confirmBy })
  const { state, done, errorOf, enteredIn } = form
  // Each rendering of the page offers another secret; the user may have scanned the first.
  const [first] = useState(offered)
  const offer = state.shown ?? first
  useReturn(done)
  if (done?.codes) return <RecoveryCodesDialog codes={done.codes} doneHref={done.nextHref} />
  return (
    <FormDialog form={form} title={t('setUpTitle')} size="medium" closeHref={closeHref} submitLabel={t('submit')}>
      <input type="hidden" name="sealed" value={offer?.sealed ?? enteredIn('sealed') ?? ''} />
      <div className={styles.enroll}>
        {offer && <QrCode {...offer.qrCode} />}
        <ol className={styles.steps}>
          <li>
            <p className={styles.step}>{t('scan')}</p>
            <p className="lk-fine">{t('byHand')}</p>
            {offer && (
              <p className={styles.key}>
                <Code>{groupSecret(offer.secret)}</Code>
                <CopyButton value={offer.secret} what={t('key')} iconOnly />
              </p>
            )}
          </li>
          <li>
            <p className={styles.step}>{t('enter')}</p>
            <TextField
              label={t('code')}
              name="appCode"
              mono
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errorOf('code', { wrong: t('wrong'), expired: t('expired') })}
            />
          </li>
        </ol>
      </div>
      {replaces && <Notice>{t('keeps')}</Notice>}
    </FormDialog>
  )
}

/** Drawn dark on white in both themes: scanners need it. */
function QrCode({ size, path }: ShownApp['qrCode']) {
  const t = useTranslations('security.app')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('qrCode')}
      shapeRendering="crispEdges"
      className={styles.qrCode}
    >
      <path d={path} />
    </svg>
  )
}
