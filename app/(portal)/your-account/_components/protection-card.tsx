import { IconAlertTriangle, IconCheck, IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentOrganization } from '#app/(portal)/_preferences/site.ts'
import { RequiredFactor } from '#app/(portal)/_session/factor-notice.tsx'
import { siteName } from '#lib/domain/organization/organization/organization.ts'
import type { OwnFactors } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { rateProtection } from '#lib/domain/sign-in/second-factor/rate-protection.ts'
import styles from './cards.module.css'

type Props = Readonly<{ factors: OwnFactors }>

/** How well the sign-in is protected, and what is missing. */
export async function ProtectionCard({ factors }: Props) {
  const t = await portalTranslator('security')
  const { level } = rateProtection(factors)
  const isGood = level !== 'password'
  const Icon = isGood ? IconShieldCheck : IconShieldExclamation
  return (
    <section className={`lk-card ${styles.protection}`} aria-labelledby="protection">
      <div className={styles.level}>
        <span className={styles.icon} data-tone={isGood ? 'success' : 'warning'}>
          <Icon size={20} stroke={1.5} aria-hidden="true" />
        </span>
        <h2 id="protection">{t(`protection.levels.${level}`)}</h2>
      </div>
      <ul className={styles.points}>{isGood ? <Factors factors={factors} /> : <Missing factors={factors} />}</ul>
    </section>
  )
}

async function Factors({ factors }: Props) {
  const t = await portalTranslator('security')
  const { passkeys, codes, isRequired } = factors
  const { spare, codes: hasCodes } = rateProtection(factors)
  const organization = siteName(await currentOrganization())
  const spareFactor =
    passkeys.length > 1 ? t('protection.passkeys', { count: passkeys.length }) : t('protection.passkeyAndApp')
  return (
    <>
      <Point good>{t('protection.factor', { required: isRequired ? 'yes' : 'no', organization })}</Point>
      <Point good={spare}>{spare ? spareFactor : t('protection.noSpare')}</Point>
      <Point good={hasCodes}>{t(`protection.${hasCodes ? 'codes' : 'fewCodes'}`, { count: codes.left })}</Point>
    </>
  )
}

async function Missing({ factors: { policy, isRequired, graceEndsAt } }: Props) {
  const t = await portalTranslator('security')
  const organization = siteName(await currentOrganization())
  return (
    <>
      <Point>{t('protection.passwordOnly')}</Point>
      {isRequired && (
        <Point>
          <RequiredFactor graceEndsAt={graceEndsAt} />
        </Point>
      )}
      {policy === 'off' && <Point>{t('protection.off', { organization })}</Point>}
    </>
  )
}

function Point({ good = false, children }: Readonly<{ good?: boolean; children: ReactNode }>) {
  const Icon = good ? IconCheck : IconAlertTriangle
  return (
    <li className={styles.point}>
      <Icon size={16} stroke={1.75} aria-hidden="true" data-good={good || undefined} />
      <span>{children}</span>
    </li>
  )
}
