import type { shell as english } from '#lib/i18n/messages/en/shell.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const shell: Translation<typeof english> = {
  description: 'Apre i Suoi account con un clic.',
  skipToContent: 'Vai al contenuto',
  mainNavigation: 'Navigazione principale',
  accounts: 'Account',
  usersAndAccess: 'Utenti e accesso',
  manageAccounts: 'Gestisci account',
  activity: 'Attività',
  yourSecurity: 'La Sua sicurezza',
  theme: 'Aspetto',
  themes: {
    system: 'Sistema',
    light: 'Chiaro',
    dark: 'Scuro',
  },
  language: 'Lingua',
  shortcuts: {
    title: 'Scorciatoie da tastiera',
    show: 'Mostra questo elenco',
    single: 'Scorciatoie di un solo carattere: / ? p',
    on: 'Attive',
    off: 'Disattivate',
  },
  signOut: 'Esci',
  roles: {
    owner: 'Proprietario',
    admin: 'Admin',
    agent: 'Agente',
  },
  /** In place of the sign-in form while no one can sign in. */
  setUpNeeded: {
    title: 'Latchkey non è ancora configurato',
    why: 'Crea il primo proprietario con il link di configurazione che Latchkey ha mostrato all’avvio. Lo trovi nel terminale o nel log del server.',
    newLink: 'Il link vale 24 ore. Ogni avvio ne mostra uno nuovo finché non c’è un proprietario.',
    docker: 'Con Docker:',
    ownerMissing: 'Questo Latchkey non ha ancora un proprietario',
  },
  /** A set-up or set-password link without its token. */
  incompleteLink: {
    title: 'Questo link è incompleto',
    why: 'Termina con “?token=” e un codice, e il codice manca. Copia il link intero e riaprilo.',
  },
  notFound: {
    title: 'Qui non c’è nulla',
    why: 'L’indirizzo è incompleto, oppure ciò che si trovava qui è stato rimosso.',
    way: 'Vai ai Suoi account',
  },
  pages: {
    next: 'Avanti',
    previous: 'Indietro',
    pageOf: 'Pagina {page, number} di {pages, number}',
  },
}
