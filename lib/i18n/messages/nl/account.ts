import type { account as english } from '#lib/i18n/messages/en/account.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const account: Translation<typeof english> = {
  bar: {
    signedInAs: 'Aangemeld als {name}',
    left: 'nog {time}',
    renew: 'Tijd opnieuw laten ingaan',
    end: 'Beëindigen en terug',
  },
  lead: 'Dit account is geopend in dit tabblad. U kunt er andere naast openen; elk eindigt afzonderlijk.',
  place: 'U bent hier',
  facts: {
    account: 'Account',
    name: 'Naam',
    id: 'Account-ID',
    language: 'Taal en regio',
    landing: 'Startpagina',
    session: 'Sessie',
    person: 'Aangemeld als',
    opened: 'Geopend',
    byPerson: 'Vanuit de lijst met accounts',
    byProgram: 'Door een programma met een API-sleutel',
    since: 'Sinds',
    idleEnd: 'Eindigt ongebruikt',
    absoluteEnd: 'Eindigt uiterlijk',
    returnsTo: 'Leidt terug naar',
    ownAccounts: 'Uw accounts',
  },
  over: {
    none: {
      title: 'Dit account is hier niet geopend',
      why: 'Het is niet in deze browser geopend, of de sessie is inmiddels beëindigd.',
    },
    ended: {
      title: 'Deze sessie is beëindigd',
      why: 'Ze is in deze browser beëindigd of vervangen door een nieuwere.',
    },
    idle: {
      title: 'Deze sessie is beëindigd',
      why: 'Ze is 30 minuten niet gebruikt. Voor uw veiligheid blijft ze niet langer open.',
    },
    absolute: {
      title: 'Deze sessie is beëindigd',
      why: 'Ze was 8 uur geopend. Voor uw veiligheid duurt geen sessie langer.',
    },
    withdrawn: {
      title: 'U kunt dit account niet meer gebruiken',
      why: 'Uw toegang, het account zelf of de sleutel waarmee het is geopend, is ingetrokken. Wie gebruikers en toegang beheert, kan u meer vertellen.',
    },
    open: 'Account openen',
  },
}
