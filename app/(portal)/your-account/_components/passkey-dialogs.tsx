'use client'

import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { addPasskeyAction, renamePasskeyAction } from '#app/(portal)/your-account/actions.ts'
import { loadScript } from '#components/connection/load-script.ts'
import { useTranslations } from '#components/messages.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import styles from './dialogs.module.css'
import { RecoveryCodesDialog } from './recovery-codes-dialogs.tsx'
import { useReturn } from './use-return.ts'

type AddProps = Readonly<{ proposedName: string; confirmBy: ConfirmBy; closeHref: string }>

/** Asks for a name, then lets the browser create the passkey. */
export function AddPasskeyDialog({ proposedName, confirmBy, closeHref }: AddProps) {
  const t = useTranslations('security.addPasskey')
  const form = useAccessForm(addPasskeyAction, { confirmBy, unknownOutcome: t('unknownOutcome') })
  const { done, enteredIn, errorOf } = form
  const ceremony = useCeremony(Boolean(form.state.confirmBy))
  useReturn(done)
  if (done?.codes) return <RecoveryCodesDialog codes={done.codes} doneHref={done.nextHref} />
  return (
    <FormDialog form={form} onSubmit={ceremony.ask} title={t('title')} closeHref={closeHref} submitLabel={t('submit')}>
      {ceremony.problem && <Notice tone="danger">{t(ceremony.problem)}</Notice>}
      <div className={styles.withoutScripts}>
        <Notice tone="warning">{t('needsScripts')}</Notice>
      </div>
      <p className={styles.hero}>
        <span>
          <IconFingerprint size={24} stroke={1.5} aria-hidden="true" />
        </span>
        {t('why')}
      </p>
      <input ref={ceremony.credential} type="hidden" name="credential" />
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        defaultValue={enteredIn('name') ?? proposedName}
        maxLength={fieldLengths.passkeyName.max}
        error={errorOf('name', {}, fieldLengths.passkeyName)}
      />
    </FormDialog>
  )
}

type Problem = 'unsupported' | 'known' | 'failed'

/** Holds a submission back until the browser has created the passkey, and submits its response. */
function useCeremony(confirming: boolean) {
  const credential = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const passes = useRef(false)
  async function ask(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const isNamed = new FormData(form).get('name') !== ''
    if (passes.current || confirming || !isNamed) return
    event.preventDefault()
    const { createPasskey } = await loadScript(() => import('#app/(portal)/_forms/passkeys.ts'))
    const outcome = await createPasskey()
    setProblem(outcome === 'unsupported' || outcome === 'known' || outcome === 'failed' ? outcome : undefined)
    const field = credential.current
    if (!field || (typeof outcome !== 'object' && outcome !== 'unconfirmed')) return
    // Without a response, the action asks for the confirmation.
    field.value = typeof outcome === 'object' ? outcome.credential : ''
    passes.current = true
    form.requestSubmit()
    passes.current = false
    field.value = ''
  }
  return { credential, problem, ask }
}

type RenameProps = Readonly<{ id: string; name: string; closeHref: string }>

export function RenamePasskeyDialog({ id, name, closeHref }: RenameProps) {
  const t = useTranslations('security')
  const form = useAccessForm(renamePasskeyAction, { confirmBy: false, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('renamePasskey.title')}
      closeHref={closeHref}
      fields={{ id }}
      submitLabel={t('renamePasskey.submit')}
    >
      <TextField
        label={t('addPasskey.name')}
        name="name"
        defaultValue={form.enteredIn('name') ?? name}
        maxLength={fieldLengths.passkeyName.max}
        error={form.errorOf('name', {}, fieldLengths.passkeyName)}
      />
    </FormDialog>
  )
}
