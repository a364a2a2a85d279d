import type { account as english } from '#lib/i18n/messages/en/account.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const account: Translation<typeof english> = {
  bar: {
    signedInAs: 'Angemeldet als {name}',
    left: 'noch {time}',
    renew: 'Zeit neu beginnen lassen',
    end: 'Beenden und zurück',
  },
  lead: 'Dieses Konto ist in diesem Tab geöffnet. Sie können weitere daneben öffnen; jedes endet für sich.',
  place: 'Sie sind hier',
  facts: {
    account: 'Konto',
    name: 'Name',
    id: 'Konto-ID',
    language: 'Sprache und Region',
    landing: 'Startseite',
    session: 'Sitzung',
    person: 'Angemeldet als',
    opened: 'Geöffnet',
    byPerson: 'Aus der Kontenliste',
    byProgram: 'Von einem Programm mit einem API-Schlüssel',
    since: 'Seit',
    idleEnd: 'Endet ungenutzt',
    absoluteEnd: 'Endet spätestens',
    returnsTo: 'Führt zurück zu',
    ownAccounts: 'Ihre Konten',
  },
  over: {
    none: {
      title: 'Dieses Konto ist hier nicht geöffnet',
      why: 'Es wurde in diesem Browser nicht geöffnet, oder die Sitzung ist inzwischen beendet.',
    },
    ended: {
      title: 'Diese Sitzung ist beendet',
      why: 'Sie wurde in diesem Browser beendet oder durch eine neuere ersetzt.',
    },
    idle: {
      title: 'Diese Sitzung ist beendet',
      why: 'Sie wurde 30 Minuten lang nicht genutzt. Zu Ihrer Sicherheit bleibt sie nicht länger offen.',
    },
    absolute: {
      title: 'Diese Sitzung ist beendet',
      why: 'Sie war 8 Stunden lang geöffnet. Zu Ihrer Sicherheit dauert keine Sitzung länger.',
    },
    withdrawn: {
      title: 'Sie können dieses Konto nicht mehr nutzen',
      why: 'Ihr Zugang, das Konto selbst oder der Schlüssel, mit dem es geöffnet wurde, ist nicht mehr freigegeben. Auskunft gibt, wer Benutzer und Zugriff verwaltet.',
    },
    open: 'Konto öffnen',
  },
}
