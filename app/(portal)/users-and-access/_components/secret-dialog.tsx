'use client'

import { useState } from 'react'
import type { NewKey } from '#app/(portal)/_forms/form-state.ts'
import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useDateTime, useTranslations } from '#components/messages.tsx'
import { Code } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { KeySamples } from './key-samples.tsx'
import { SecretBlock } from './secret-block.tsx'
import styles from './secret-dialog.module.css'
import { StoredForm } from './stored-form.tsx'
import { TryKey } from './try-key.tsx'

type Props = Readonly<{ newKey: NewKey; baseUrl: string; doneHref: string }>

/** Shows the secret and the key ID, once. The user must confirm having stored it to continue. */
export function SecretDialog({ newKey, baseUrl, doneHref }: Props) {
  const t = useTranslations('usersAndAccess.secret')
  const [isStored, setStored] = useState(false)
  return (
    <ShownOnceDialog title={t('title', { name: newKey.name })}>
      {(forgotten) => (
        <>
          <Notice tone="warning" title={t(forgotten ? 'forgotten' : 'once')}>
            {!forgotten && t('lost')}
          </Notice>
          {!forgotten && (
            <>
              <SecretBlock secret={newKey.secret} isStored={isStored} />
              <p className={styles.keyId}>
                {t('keyId')}
                <span>
                  <Code>{newKey.id}</Code>
                  <CopyButton value={newKey.id} what={t('keyId')} iconOnly />
                </span>
              </p>
              <KeySamples newKey={newKey} baseUrl={baseUrl} />
              {newKey.exampleAccountId !== undefined && <TryKey newKey={newKey} />}
            </>
          )}
          <ExpirySentence at={newKey.expiresAt} />
          <StoredForm doneHref={doneHref} isStored={isStored} onStored={setStored} />
        </>
      )}
    </ShownOnceDialog>
  )
}

export function ExpirySentence({ at }: Readonly<{ at: number | null }>) {
  const t = useTranslations('usersAndAccess.secret')
  const dateTime = useDateTime()
  if (at === null) return <p className="lk-fine">{t('neverExpires')}</p>
  return <p className="lk-fine">{t('expires', { when: dateTime(at, { dateStyle: 'long' }) })}</p>
}
