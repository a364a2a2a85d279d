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
  shortcuts: {
    title: 'Sneltoetsen',
    show: 'Deze lijst tonen',
    single: 'Sneltoetsen van één teken: / ? p',
    on: 'Aan',
    off: 'Uit',
  },
  signOut: 'Afmelden',
  roles: {
    owner: 'Eigenaar',
    admin: 'Admin',
    agent: 'Agent',
  },
  /** In place of the sign-in form while no one can sign in. */
  setUpNeeded: {
    title: 'Latchkey is nog niet ingericht',
    why: 'Maak de eerste eigenaar aan met de installatielink die Latchkey bij het starten heeft getoond. U vindt hem in de terminal of in het logboek van de server.',
    newLink: 'De link werkt 24 uur. Elke start toont een nieuwe, tot er een eigenaar is.',
    docker: 'Met Docker:',
    ownerMissing: 'Dit Latchkey heeft nog geen eigenaar',
  },
  /** A set-up or set-password link without its token. */
  incompleteLink: {
    title: 'Deze link is onvolledig',
    why: 'Hij eindigt op “?token=” en een code, en de code ontbreekt. Kopieer de hele link en open hem opnieuw.',
  },
  notFound: {
    title: 'Hier is niets',
    why: 'Het adres is niet volledig, of wat hier stond is verwijderd.',
    way: 'Naar uw accounts',
  },
  pages: {
    next: 'Volgende',
    previous: 'Vorige',
    pageOf: 'Pagina {page, number} van {pages, number}',
  },
}
