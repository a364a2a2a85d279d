import type { security as english } from '#lib/i18n/messages/en/security.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const security: Translation<typeof english> = {
  title: 'Uw beveiliging',
  why: 'Uw wachtwoord en de plaatsen waar u bent aangemeld.',
  password: {
    title: 'Wachtwoord',
    lastSet: 'Ingesteld: <time></time>. Als u het wijzigt, wordt u overal elders afgemeld.',
    current: 'Huidig wachtwoord',
    new: 'Nieuw wachtwoord',
    wrong: 'Dit is niet uw huidige wachtwoord.',
    newHint: 'Minstens 15 tekens van welke soort ook.',
    submit: 'Wachtwoord wijzigen',
    changed: 'Uw wachtwoord is gewijzigd.',
    alsoSignedOut:
      '{count, plural, =0 {U was nergens anders aangemeld.} one {U bent op één andere plaats afgemeld.} other {U bent op # andere plaatsen afgemeld.}}',
    unknownOutcome:
      'We weten niet of uw wachtwoord is gewijzigd. Probeer het opnieuw. Wordt het huidige wachtwoord geweigerd, dan geldt het nieuwe al.',
  },
  sessions: {
    title: 'Waar u bent aangemeld',
    why: 'Beëindig wat u niet herkent en wijzig daarna uw wachtwoord. Ook accounts die van daaruit zijn geopend, worden gesloten.',
    browser: 'Browser',
    address: 'Adres',
    since: 'Sinds',
    lastSeen: 'Laatst gebruikt',
    actions: 'Acties',
    browserOn: '{browser} op {system}',
    unknownBrowser: 'Onbekende browser',
    current: 'Deze browser',
    end: 'Beëindigen',
    endNamed: 'Sessie beëindigen: {browser}, {address}',
    endOthers: 'Alle andere beëindigen',
    ended: 'De sessie is beëindigd.',
    othersEnded:
      '{count, plural, =0 {Er waren geen andere sessies.} one {De andere sessie is beëindigd.} other {# andere sessies zijn beëindigd.}}',
  },
}
