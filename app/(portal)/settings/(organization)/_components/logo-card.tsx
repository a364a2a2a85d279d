'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SettingCard } from '#app/(portal)/settings/_components/setting-card.tsx'
import { deleteLogo, saveLogo } from '#app/(portal)/settings/(organization)/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { Form, FormActions } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type LogoProblem, logoProblems } from '#lib/domain/organization/organization/logo-problems.ts'
import { type LogoImage, maxLogoBytes } from '#lib/domain/organization/organization/organization.ts'
import styles from './organization.module.css'

/** The current logo, and forms to replace and to remove it. Checks that need no server run before the upload. */
export function LogoCard({ logo }: Readonly<{ logo: LogoImage | undefined }>) {
  const t = useTranslations('organization.logo')
  const upload = useForm(saveLogo, {}, { repeatable: true })
  const removal = useForm(deleteLogo, {}, { repeatable: true })
  const [early, setEarly] = useState<LogoProblem>()
  const field = useRef<HTMLInputElement>(null)
  const refused = upload.result?.ok === false ? upload.result.fields?.logo : undefined
  const code = early ?? logoProblems.find((known) => known === refused)
  const isRemoved = removal.result?.ok === true && !logo

  useEffect(() => {
    // The button that was pressed is gone.
    if (isRemoved) field.current?.focus()
  }, [isRemoved])

  function check(event: FormEvent<HTMLFormElement>) {
    const file = field.current?.files?.[0]
    const found = file ? (file.size > maxLogoBytes ? 'too_large' : undefined) : 'required'
    setEarly(found)
    if (found) event.preventDefault()
  }

  return (
    <SettingCard id="logo" title={t('title')} why={t('fileHint')}>
      {upload.result?.ok && logo && <Notice tone="success">{t('saved')}</Notice>}
      {isRemoved && <Notice tone="success">{t('removed')}</Notice>}
      {logo ? (
        <div className={styles.current}>
          <img className="lk-logo" {...logo} alt={t('current')} />
          <Form action={removal.action} problem={removal.problem}>
            <SubmitButton variant="secondary" size="small">
              {t('remove')}
            </SubmitButton>
          </Form>
        </div>
      ) : (
        <p className="lk-fine">{t('none')}</p>
      )}
      <Form action={upload.action} onSubmit={check} problem={code ? undefined : upload.problem}>
        <FileField
          key={logo?.src}
          ref={field}
          label={t('file')}
          error={code && t(`problems.${code}`)}
          name="logo"
          accept=".png,image/png"
          onChange={() => setEarly(undefined)}
        />
        <FormActions>
          <SubmitButton variant="secondary">{t(logo ? 'replace' : 'upload')}</SubmitButton>
        </FormActions>
      </Form>
    </SettingCard>
  )
}
