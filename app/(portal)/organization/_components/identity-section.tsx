'use client'

import { type ReactNode, useState } from 'react'
import { type IdentityState, saveIdentity } from '#app/(portal)/organization/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { accentShades } from '#lib/domain/organization/organization/accent.ts'
import { type LogoImage, productName } from '#lib/domain/organization/organization/organization.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import styles from './organization.module.css'
import { Preview } from './preview.tsx'

/** Where the picker starts without a color: it can't be empty. */
const pickerStart = '#0a5fb4'

type Props = Readonly<{
  name: string
  accent: string
  logo: LogoImage | undefined
  /** The logo's section, between the fields and the preview. */
  children: ReactNode
}>

/** The form of name and color, and a preview that follows the input. */
export function IdentitySection({ name: savedName, accent: savedAccent, logo, children }: Props) {
  const t = useTranslations('organization')
  const initial: IdentityState = {}
  const { state, result, action, problem, errorOf } = useForm(saveIdentity, initial, { repeatable: true })
  const [name, setName] = useState(state.entered?.name ?? savedName)
  const [accent, setAccent] = useState(state.entered?.accent ?? savedAccent)
  const color = /^#[0-9a-f]{6}$/i.test(accent.trim()) ? accent.trim().toLowerCase() : undefined
  return (
    <div className={styles.columns}>
      <div className={styles.forms}>
        <section aria-labelledby="identity">
          <SectionHeader title={t('identity.title')} id="identity" />
          <div className="lk-card" data-padded>
            <Form action={action} problem={problem} submitLabel={t('identity.submit')}>
              {result?.ok && <Notice tone="success">{t('identity.saved')}</Notice>}
              <TextField
                label={t('identity.name')}
                hint={t('identity.nameHint')}
                name="name"
                value={name}
                onChange={(event) => setName(event.target.value)}
                error={errorOf('name', {}, fieldLengths.organizationName)}
                autoComplete="organization"
              />
              <Field
                id="accent"
                label={t('identity.accent')}
                hint={t('identity.accentHint')}
                error={errorOf('accent', { malformed: t('identity.accentMalformed') })}
              >
                {(control) => (
                  <div className={styles.color}>
                    <input
                      {...control}
                      className="lk-control"
                      name="accent"
                      value={accent}
                      onChange={(event) => setAccent(event.target.value)}
                      autoComplete="off"
                      autoCapitalize="none"
                      spellCheck={false}
                    />
                    <input
                      className={styles.picker}
                      type="color"
                      data-needs-script
                      aria-label={t('identity.pick')}
                      value={color ?? pickerStart}
                      onChange={(event) => setAccent(event.target.value)}
                    />
                  </div>
                )}
              </Field>
              <div role="status" className={styles.notes}>
                {color && <ShadeNotes color={color} />}
              </div>
            </Form>
          </div>
        </section>
        {children}
      </div>
      <Preview
        name={name.trim() || productName}
        logo={logo}
        accent={color ?? (accent.trim() === '' ? '' : savedAccent)}
      />
    </div>
  )
}

/** Says where a theme shows another shade than the color. */
function ShadeNotes({ color }: Readonly<{ color: string }>) {
  const t = useTranslations('organization.identity')
  const { light, dark } = accentShades(color)
  if (light === color && dark === color) return null
  return (
    <Notice>{light !== color ? t('tooLight', { color, shade: light }) : t('tooDark', { color, shade: dark })}</Notice>
  )
}
