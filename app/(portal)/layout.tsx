import type { ReactNode } from 'react'
import { Toasts } from '../../components/ui/toast.tsx'
import { Header } from './_header/header.tsx'
import { requireUser } from './_session/user.ts'
import styles from './layout.module.css'

/** The header around every portal page. Each page authorizes itself. */
export default async function PortalLayout({ children }: Readonly<{ children: ReactNode }>) {
  const actor = await requireUser()
  return (
    <>
      <Header actor={actor} />
      <main className={styles.main} id="content" tabIndex={-1}>
        {children}
      </main>
      <Toasts />
    </>
  )
}
