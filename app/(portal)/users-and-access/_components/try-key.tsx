'use client'

import type { NewKey } from '#app/(portal)/_forms/form-state.ts'
import { tryKeyAction } from '#app/(portal)/users-and-access/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Form } from '#components/ui/form.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import styles from './secret-dialog.module.css'

/**
 * Opens an account with the new key on the server, and shows the two requests. It needs scripts: without them the next
 * page would replace the secret.
 */
export function TryKey({ newKey }: Readonly<{ newKey: NewKey }>) {
  const t = useTranslations('usersAndAccess.trial')
  const { state, action, problem, errorOf } = useForm(tryKeyAction, { result: undefined })
  const { id, secret, exampleAccountId } = newKey
  const trial = state.result?.ok ? state.result.value : undefined
  return (
    <details className={styles.trial} data-needs-script>
      <summary>{t('title')}</summary>
      <Form action={action} problem={problem}>
        <input type="hidden" name="keyId" value={id} />
        <input type="hidden" name="secret" value={secret} />
        <TextField
          label={t('account')}
          hint={t('hint')}
          name="accountId"
          defaultValue={exampleAccountId}
          error={errorOf('accountId')}
          mono
        />
        <div className="lk-actions">
          <SubmitButton variant="secondary">{t('submit')}</SubmitButton>
        </div>
      </Form>
      <div role="status" className={styles.results}>
        {trial?.requests.map(({ request, status, response }) => (
          <pre key={request}>
            <code>{`${request}\n\n`}</code>
            <strong>{status}</strong>
            <code>{`\n${response}`}</code>
          </pre>
        ))}
        {trial?.grantUrl && (
          <p>
            <a href={trial.grantUrl} target="_blank" rel="noopener" className="lk-button" data-variant="secondary">
              {t('open')}
            </a>{' '}
            <span className="lk-fine">{t('once')}</span>
          </p>
        )}
      </div>
    </details>
  )
}
