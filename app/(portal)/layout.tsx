import type { ReactNode } from 'react'
import { Header } from './_header/header.tsx'
import { requirePerson } from './_session/person.ts'
import styles from './layout.module.css'

/** Every page of the portal: the header, and the page under it. It shows who is signed in; each page protects itself. */
export default async function PortalLayout({ children }: Readonly<{ children: ReactNode }>) {
  const person = await requirePerson()
  return (
    <>
      <Header person={person} />
      <main className={styles.main} id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
