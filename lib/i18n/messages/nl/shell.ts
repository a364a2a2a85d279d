import type { shell as english } from '#lib/i18n/messages/en/shell.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const shell: Translation<typeof english> = {
  description: 'Opent uw accounts met één klik.',
  skipToContent: 'Naar de inhoud',
  mainNavigation: 'Hoofdnavigatie',
  accounts: 'Accounts',
  usersAndAccess: 'Gebruikers en toegang',
  manageAccounts: 'Accounts beheren',
  activity: 'Activiteit',
  yourSecurity: 'Uw beveiliging',
  theme: 'Weergave',
  themes: {
    system: 'Systeem',
    light: 'Licht',
    dark: 'Donker',
  },
  language: 'Taal',
  signOut: 'Afmelden',
  roles: {
    owner: 'Eigenaar',
    admin: 'Admin',
    agent: 'Agent',
  },
  notFound: {
    title: 'Hier is niets',
    why: 'Het adres is niet volledig, of wat hier stond is verwijderd.',
    way: 'Naar uw accounts',
  },
}
