import type { ReactNode } from 'react'
import { Toasts } from '#components/ui/toast.tsx'
import { findMissingFactor, isFactorUrgent } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import { getServices } from '#lib/foundation/services.ts'
import { Header } from './_header/header.tsx'
import { FactorNotice } from './_session/factor-notice.tsx'
import { requireUser } from './_session/user.ts'
import styles from './layout.module.css'

/** The header around every portal page. Each page authorizes itself. */
export default async function PortalLayout({ children }: Readonly<{ children: ReactNode }>) {
  const [actor, services] = await Promise.all([requireUser(), getServices()])
  const missing = await findMissingFactor(services, actor)
  const isUrgent = missing && isFactorUrgent(missing, services.clock.now())
  return (
    <>
      <Header actor={actor} missing={isUrgent ? undefined : missing} />
      <main className={styles.main} id="content" tabIndex={-1}>
        {isUrgent && <FactorNotice {...missing} />}
        {children}
      </main>
      <Toasts />
    </>
  )
}
