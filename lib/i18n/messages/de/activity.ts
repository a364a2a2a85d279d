import type { activity as english } from '#lib/i18n/messages/en/activity.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const activity: Translation<typeof english> = {
  title: 'Aktivität',
  why: 'Wer was wann und von wo aus getan hat. Das Protokoll entsteht von selbst; niemand kann es ändern.',
  export: 'Als CSV herunterladen',

  filter: 'Filter',
  person: 'Person',
  personHint: 'Name oder E-Mail',
  account: 'Konto-ID',
  kind: 'Art',
  anyKind: 'Alles',
  from: 'Vom Tag',
  to: 'Bis zum Tag',
  apply: 'Anwenden',
  showAll: 'Filter löschen',
  unknownPerson: 'Kein Benutzer passt zu „{value}“.',
  severalPersons: 'Mehrere Benutzer passen zu „{value}“. Geben Sie einen Benutzernamen oder eine E-Mail-Adresse ein.',
  notADay: 'Geben Sie ein gültiges Datum ein.',
  unknownKind: 'Die Ereignisart „{value}“ gibt es nicht.',
  longAccount: 'Höchstens {max} Zeichen.',

  caption: 'Aufgezeichnete Ereignisse, die neuesten zuerst',
  columns: { when: 'Wann', what: 'Ereignis', where: 'Von' },
  pages: 'Seiten der Aktivität',
  newer: 'Neuere',
  older: 'Ältere',
  emptyTitle: 'Keine passenden Ereignisse',
  emptyWhy: 'Versuchen Sie es mit einer anderen Person, einem anderen Konto, einer anderen Art oder mehr Tagen.',

  somebody: 'Jemand',
  /** The event `user.created` of the first owner. */
  setUp: '<subject></subject> hat Latchkey eingerichtet und ist jetzt Inhaber',
  operator: '{name} (Betrieb)',
  program: '{name} (Programm)',
  commandLine: 'Befehlszeile',

  groups: {
    user: 'Benutzer',
    portal_session: 'Anmeldungen',
    api_key: 'API-Schlüssel',
    refresh_family: 'Refresh-Tokens',
    signing_key: 'Signaturschlüssel',
    account: 'Konten',
    return_address: 'Rücksprungadressen',
    sso_grant: 'Geöffnete Konten',
    account_session: 'Kontositzungen',
    database: 'Datenbank',
  },
  kinds: {
    user: {
      created: 'Benutzer hinzugefügt',
      updated: 'Benutzer geändert',
      deactivated: 'Benutzer deaktiviert',
      reactivated: 'Benutzer reaktiviert',
      password_link_created: 'Passwort-Link erstellt',
      password_set: 'Passwort per Link festgelegt',
      password_changed: 'Passwort geändert',
    },
    portal_session: { started: 'Angemeldet', refused: 'Anmeldung abgelehnt', ended: 'Abgemeldet' },
    api_key: {
      generated: 'API-Schlüssel erzeugt',
      disabled: 'API-Schlüssel gesperrt',
      enabled: 'API-Schlüssel freigegeben',
      revoked: 'API-Schlüssel widerrufen',
    },
    refresh_family: { revoked: 'Refresh-Token widerrufen' },
    signing_key: {
      announced: 'Signaturschlüssel veröffentlicht',
      rotated: 'Signaturschlüssel gewechselt',
    },
    account: {
      created: 'Konto hinzugefügt',
      updated: 'Konto geändert',
      suspended: 'Konto gesperrt',
      resumed: 'Konto freigegeben',
      imported: 'Konten importiert',
    },
    return_address: { added: 'Rücksprungadresse hinzugefügt', removed: 'Rücksprungadresse entfernt' },
    sso_grant: { redeemed: 'Konto geöffnet', obtained: 'Konto anderswo geöffnet', refused: 'Öffnen abgelehnt' },
    account_session: { ended: 'Kontositzung beendet' },
    database: { restored: 'Datenbank wiederhergestellt' },
  },

  sentences: {
    user: {
      created:
        '<actor></actor> hat <subject></subject> als {role, select, owner {Inhaber} admin {Admin} agent {Agent} other {Dienstbenutzer}} hinzugefügt',
      updated: '<actor></actor> hat <subject></subject> geändert',
      deactivated: '<actor></actor> hat <subject></subject> deaktiviert',
      reactivated: '<actor></actor> hat <subject></subject> reaktiviert',
      password_link_created:
        '<actor></actor> hat für <subject></subject> einen Link zum Festlegen des Passworts erstellt',
      password_set: '<subject></subject> hat über einen Link ein Passwort festgelegt',
      password_changed: '<subject></subject> hat das Passwort geändert',
    },
    portal_session: {
      started: '<subject></subject> hat sich angemeldet',
      refused:
        '{reason, select, beyond_limit {{attempts, plural, one {# weitere fehlgeschlagene Anmeldung} other {# weitere fehlgeschlagene Anmeldungen}} von {network} innerhalb von 15 Minuten} beyond_limit_elsewhere {{attempts, plural, one {# weitere fehlgeschlagene Anmeldung} other {# weitere fehlgeschlagene Anmeldungen}} aus anderen Netzwerken innerhalb von 15 Minuten} unknown_name {Jemand wollte sich mit einem Namen anmelden, den es nicht gibt} service_user {Jemand wollte sich als der Dienstbenutzer <subject></subject> anmelden} deactivated {<subject></subject> wurde nicht eingelassen: deaktiviert} no_password {<subject></subject> wurde nicht eingelassen: noch kein Passwort festgelegt} wrong_confirmation {<subject></subject> hat bei der erneuten Frage ein falsches Passwort angegeben} other {Für <subject></subject> wurde ein falsches Passwort angegeben}}',
      ended:
        '{reason, select, signed_out {<subject></subject> hat sich abgemeldet} other {<subject></subject> hat {sessions, plural, =1 {eine andere Sitzung} other {# andere Sitzungen}} beendet}}',
    },
    api_key: {
      generated: '<actor></actor> hat den API-Schlüssel <subject></subject> für {owner} erzeugt',
      disabled: '<actor></actor> hat den API-Schlüssel <subject></subject> von {owner} gesperrt',
      enabled: '<actor></actor> hat den API-Schlüssel <subject></subject> von {owner} freigegeben',
      revoked: '<actor></actor> hat den API-Schlüssel <subject></subject> von {owner} widerrufen',
    },
    refresh_family: {
      revoked:
        '{reason, select, client_asked {Alle Token, die aus einer Anfrage mit dem API-Schlüssel <subject></subject> entstanden sind, wurden widerrufen, weil ein Programm darum gebeten hat} other {Ein altes Refresh-Token des API-Schlüssels <subject></subject> wurde noch einmal vorgelegt: alle, die daraus entstanden sind, wurden widerrufen}}',
    },
    signing_key: {
      announced:
        '<actor></actor> hat den Signaturschlüssel <subject></subject> veröffentlicht, der in einer Stunde unterschreiben soll',
      rotated: '<actor></actor> hat den Signaturschlüssel <subject></subject> in Gebrauch genommen',
    },
    account: {
      created: '<actor></actor> hat das Konto <subject></subject> hinzugefügt',
      updated: '<actor></actor> hat das Konto <subject></subject> geändert',
      suspended: '<actor></actor> hat das Konto <subject></subject> gesperrt',
      resumed: '<actor></actor> hat das Konto <subject></subject> wieder freigegeben',
      imported:
        '<actor></actor> hat <subject></subject> importiert: {created, plural, =0 {kein Konto} one {# Konto} other {# Konten}} hinzugefügt, {updated, number} geändert',
    },
    return_address: {
      added: '<actor></actor> hat die Rücksprungadresse <subject></subject> hinzugefügt',
      removed: '<actor></actor> hat die Rücksprungadresse <subject></subject> entfernt',
    },
    sso_grant: {
      redeemed:
        '{via, select, launch {<actor></actor> hat das Konto <subject></subject> geöffnet} other {<actor></actor> hat das Konto <subject></subject> mit einem API-Schlüssel geöffnet}}',
      obtained: '<actor></actor> ging zu {platform}, um das Konto <subject></subject> zu öffnen',
      refused:
        '{reason, select, tampered {Ein veränderter Anmeldelink für {userName} zum Konto <subject></subject> wurde abgelehnt} other {Ein Anmeldelink für {userName} zum Konto <subject></subject> wurde abgelehnt: der Zugriff war entzogen worden}}',
    },
    account_session: { ended: 'Die Sitzung von {userName} im Konto <subject></subject> wurde beendet' },
    database: {
      restored:
        '{via, select, file {<actor></actor> hat die Datenbank aus der Sicherung <subject></subject> wiederhergestellt} other {<actor></actor> hat die Datenbank auf anderem Weg wiederhergestellt}}',
    },
  },

  facts: {
    formerName: 'Früherer Name: {value}',
    formerRole: 'Frühere Rolle: {value, select, owner {Inhaber} admin {Admin} agent {Agent} other {Dienstbenutzer}}',
    role: 'Rolle: {value, select, owner {Inhaber} admin {Admin} agent {Agent} other {Dienstbenutzer}}',
    listedAccounts:
      '{value, plural, =0 {Kein Konto in der Liste} one {# Konto in der Liste} other {# Konten in der Liste}}',
    addedAccounts: '{value, plural, one {# Konto dazu} other {# Konten dazu}}',
    removedAccounts: '{value, plural, one {# Konto weniger} other {# Konten weniger}}',
    failures: '{value, plural, one {# Fehlversuch} other {# Fehlversuche}} in Folge',
    algorithm: 'Verfahren: {value}',
    keysToEnable:
      '{value, plural, one {# API-Schlüssel wartet auf seine Freigabe} other {# API-Schlüssel warten auf ihre Freigabe}}',
  },
}
