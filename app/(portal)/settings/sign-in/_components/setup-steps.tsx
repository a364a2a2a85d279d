import { IconCheck } from '@tabler/icons-react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import styles from './setup-steps.module.css'

const steps = ['provider', 'connect', 'test'] as const

/** Where the set-up of a provider is. */
export async function SetupSteps({ current }: Readonly<{ current: (typeof steps)[number] }>) {
  const t = await portalTranslator('companySignIn')
  const now = steps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('setup.title')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === now ? 'step' : undefined} data-done={index < now || undefined}>
          <span className={styles.mark}>
            {index < now ? <IconCheck size={14} stroke={2} aria-label={t('setup.done')} role="img" /> : index + 1}
          </span>
          <span>{t(`setup.steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
