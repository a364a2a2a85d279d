'use client'

import { useId, useState } from 'react'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextArea } from '#components/ui/text-field.tsx'
import type { KeyPairForm } from './use-key-pair.ts'

type Props = Readonly<{
  pair: KeyPairForm
  form: Pick<ReturnType<typeof useAccessForm>, 'state' | 'enteredIn' | 'errorOf'>
}>

/** The public key of a program: pasted or, with scripts, of a pair that this browser makes. */
export function PublicKeyField({ pair, form: { state, enteredIn, errorOf } }: Props) {
  const t = useTranslations('usersAndAccess.keyPair')
  const { step, problem } = pair
  const id = useId()
  // A response is about the key that was sent, not about the next one.
  const [answered, setAnswered] = useState<typeof state>()
  const refused = answered === state ? undefined : errorOf('publicJwk', problemsOf(t))
  const isMade = step === 'made'
  const seen = () => setAnswered(state)
  return (
    <div className={styles.publicKey}>
      <TextArea
        ref={pair.field}
        label={t('publicKey')}
        hint={t('hint')}
        name="publicJwk"
        rows={5}
        mono
        defaultValue={enteredIn('publicJwk')}
        onInput={() => {
          seen()
          pair.change()
        }}
        error={problem === 'private_key' ? t('problems.private_key') : refused}
      />
      <div className={styles.keyPair} data-needs-script>
        <div role="status">
          {isMade && (
            <Notice tone="warning" title={t('once')}>
              {t('onceWhy')}
            </Notice>
          )}
        </div>
        {/* One button, which keeps the focus from step to step. */}
        <Button
          ref={pair.button}
          pending={step === 'making'}
          aria-describedby={`${id}-error`}
          onClick={() => {
            seen()
            if (isMade) pair.save()
            else void pair.make()
          }}
        >
          {t(isMade ? 'save' : step === 'saved' ? 'makeAnother' : 'make')}
        </Button>
        <FieldError id={id} error={problem && problem !== 'private_key' && t(`problems.${problem}`)} />
        <p role="status">{step === 'saved' && t('saved', { file: pair.fileName })}</p>
      </div>
    </div>
  )
}

/** Why a public key was refused. */
function problemsOf(t: ReturnType<typeof useTranslations<'usersAndAccess.keyPair'>>) {
  const codes = ['required', 'too_long', 'private_key', 'key_set', 'pem', 'not_json', 'malformed'] as const
  return Object.fromEntries(codes.map((code) => [code, t(`problems.${code}`)]))
}

/** Asks before the only copy of a private key is lost. */
export function LeaveKeyPairDialog({ closeHref, stay }: Readonly<{ closeHref: string; stay: () => void }>) {
  const t = useTranslations('usersAndAccess.keyPair.leave')
  return (
    <Dialog title={t('title')} onClose={stay}>
      <p>{t('why')}</p>
      <FormActions>
        <Button onClick={stay}>{t('stay')}</Button>
        <LinkButton href={closeHref} variant="danger" inPlace replace>
          {t('discard')}
        </LinkButton>
      </FormActions>
    </Dialog>
  )
}
