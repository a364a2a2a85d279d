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
  signOut: 'Esci',
  roles: {
    owner: 'Proprietario',
    admin: 'Admin',
    agent: 'Agente',
  },
  notFound: {
    title: 'Qui non c’è nulla',
    why: 'L’indirizzo è incompleto, oppure ciò che si trovava qui è stato rimosso.',
    way: 'Vai ai Suoi account',
  },
}
