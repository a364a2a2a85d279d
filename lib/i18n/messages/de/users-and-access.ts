import { apiKeys } from '#lib/i18n/messages/de/api-keys.ts'
import type { usersAndAccess as english } from '#lib/i18n/messages/en/users-and-access.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const usersAndAccess: Translation<typeof english> = {
  title: 'Benutzer und Zugriff',
  sentence: 'Wer welche Konten öffnen darf, wohin man zurückkehren kann und welche Programme dafür handeln.',
  sections: 'Auf dieser Seite',
  you: 'Sie',
  confirm: {
    title: 'Bestätigen Sie Ihre Identität',
    why: 'Geben Sie Ihr Passwort ein, um fortzufahren. Die letzte Eingabe liegt mehr als 10 Minuten zurück.',
    kept: 'Geben Sie Ihr Passwort ein, um fortzufahren. Ihre Eingaben bleiben erhalten.',
    password: 'Ihr Passwort',
    submit: 'Weiter',
  },
  actions: 'Aktionen',
  actionsFor: 'Aktionen für {name}',
  chooseAccounts: 'Konten auswählen',
  doneWithAll: 'Fertig',
  roles: { owner: 'Inhaber', admin: 'Admin', agent: 'Agent', service: 'Dienstbenutzer' },
  roleHints: {
    owner: 'Öffnet alle Konten und verwaltet alles, auch andere Inhaber.',
    admin: 'Öffnet alle Konten; verwaltet Agenten, Dienstbenutzer, Konten, Rücksprungadressen und Schlüssel.',
    agent: 'Öffnet Konten, sonst nichts.',
    service: 'Ein Programm. Es kann sich hier nicht anmelden und arbeitet mit API-Schlüsseln.',
  },
  gone: {
    title: 'Das lässt sich nicht mehr ändern',
    why: 'Es wurde inzwischen entfernt oder geändert, oder Ihre Rolle reicht dafür nicht aus. Die Liste zeigt den jetzigen Stand.',
    way: 'Zur Liste',
  },

  users: {
    title: 'Benutzer',
    why: 'Personen, die sich hier anmelden, und Dienstbenutzer, als die Programme arbeiten.',
    add: 'Benutzer anlegen',
    caption: 'Benutzer',
    search: 'Nach Name, Benutzername oder E-Mail suchen',
    found: '{total, plural, other {# Benutzer}}',
    foundFor: '{total, plural, =0 {Kein Benutzer gefunden} other {# Benutzer gefunden}}',
    showAll: 'Alle Benutzer anzeigen',
    nobody: 'Niemand gefunden für „{search}“',
    nobodyHint: 'Versuchen Sie es mit einem Teil des Namens, des Benutzernamens oder der E-Mail-Adresse.',
    pages: 'Seiten der Benutzerliste',
    columns: {
      name: 'Name',
      role: 'Rolle',
      access: 'Darf öffnen',
      lastSignIn: 'Letzte Anmeldung',
      state: 'Zustand',
    },
    access: {
      all: 'Alle Konten',
      listed: '{count, plural, =0 {Kein Konto} one {# Konto} other {# Konten}}',
    },
    never: 'Nie',
    doesNotSignIn: 'Meldet sich nicht an',
    states: { active: 'Aktiv', neverSignedIn: 'Noch nie angemeldet', deactivated: 'Deaktiviert' },
    edit: 'Bearbeiten',
    newLink: 'Neuer Passwort-Link',
    deactivate: 'Deaktivieren',
    reactivate: 'Reaktivieren',
  },

  addUser: {
    title: 'Benutzer anlegen',
    role: 'Rolle',
    name: 'Name',
    email: 'E-Mail-Adresse',
    username: 'Benutzername',
    usernameHint: 'Für die Anmeldung und für API-Anfragen. Er lässt sich später nicht ändern.',
    access: 'Konten',
    accessAll: 'Alle Konten',
    accessAllHint: 'Auch solche, die später dazukommen.',
    accessList: 'Ausgewählte Konten',
    accessListHint: 'Sie wählen sie im nächsten Schritt aus.',
    submit: 'Benutzer anlegen',
    usernameMalformed: 'Nur Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.',
    emailMalformed: 'Das ist keine E-Mail-Adresse.',
  },

  editUser: {
    title: '{name} bearbeiten',
    listedNow: '{count, plural, =0 {Bisher kein Konto.} one {Bisher # Konto.} other {Bisher # Konten.}}',
    submit: 'Speichern',
  },

  passwordLink: {
    title: 'Passwort-Link für {name}',
    explain:
      'Erstellt einen Link, mit dem {name} ein neues Passwort festlegt. Er gilt einmal, binnen 72 Stunden; ein früherer Link gilt dann nicht mehr. Bis dahin bleibt das jetzige Passwort.',
    explainFirst:
      'Erstellt einen Link, mit dem {name} das erste Passwort festlegt. Er gilt einmal, binnen 72 Stunden; ein früherer Link gilt dann nicht mehr.',
    submit: 'Link erstellen',
    added: '{name} wurde angelegt',
    made: 'Der Link für {name} ist fertig',
    once: 'Kopieren Sie diesen Link jetzt: Er wird nur einmal angezeigt. Übergeben Sie ihn {name} so, dass niemand sonst ihn lesen kann.',
    forgotten: 'Der Link wird nicht mehr angezeigt. Wenn er nicht übergeben wurde, erstellen Sie einen neuen.',
    link: 'Passwort-Link',
    validUntil: 'Er gilt einmal, bis {until}. Geht er verloren, erstellen Sie einen neuen.',
  },

  deactivate: {
    title: '{name} deaktivieren?',
    yourself: 'Das sind Sie selbst: Sie werden sofort abgemeldet, und nur jemand anders kann Sie wieder zulassen.',
    person: '{name} wird überall sofort abgemeldet, auch in geöffneten Konten, und kann sich nicht mehr anmelden.',
    service: 'Kein Programm kann mehr als {name} arbeiten.',
    noKeys: 'Kein API-Schlüssel ist betroffen.',
    keys: '{count, plural, one {# API-Schlüssel, der als {name} handelt, funktioniert dann nicht mehr.} other {# API-Schlüssel, die als {name} handeln, funktionieren dann nicht mehr.}}',
    uses: '{count, plural, =0 {Keine Verwendung in den letzten 24 Stunden.} one {# Verwendung in den letzten 24 Stunden.} other {# Verwendungen in den letzten 24 Stunden.}}',
    keeps: 'Name, Konten und Aktivität bleiben erhalten. Sie können jederzeit reaktivieren.',
    submit: '{name} deaktivieren',
  },

  reactivate: {
    title: '{name} reaktivieren?',
    person: '{name} kann sich wieder mit demselben Passwort anmelden und dieselben Konten öffnen wie zuvor.',
    service: 'Programme können wieder als {name} arbeiten.',
    keys: 'API-Schlüssel, die nicht widerrufen wurden, funktionieren wieder. Beendete Sitzungen und Refresh-Token kommen nicht zurück.',
    submit: '{name} reaktivieren',
  },

  accounts: {
    title: 'Konten von {name}',
    sentence: '{name} darf {listed, plural, =0 {noch kein Konto} one {# Konto} other {# Konten}} öffnen.',
    all: '{name} darf alle Konten öffnen, daher gibt es nichts auszuwählen.',
    search: 'Nach Name oder Konto-ID suchen',
    views: 'Welche Konten angezeigt werden',
    viewListed: 'Darf öffnen ({count, number})',
    viewAll: 'Alle',
    caption: 'Konten',
    columns: { account: 'Konto', id: 'ID', change: 'Änderung' },
    suspended: 'Gesperrt',
    submit: 'Speichern',
    kept: 'Ihre Auswahl bleibt beim Suchen und Blättern erhalten, bis Sie speichern.',
    pending: '{added, number} hinzugefügt · {removed, number} entfernt',
    discard: 'Verwerfen',
    toAdd: 'Neu',
    toRemove: 'Entfällt',
    tooMany:
      'Speichern Sie höchstens {max, number} Änderungen auf einmal. Verwerfen Sie einige und wählen Sie diese im zweiten Schritt.',
    leave: {
      title: 'Ohne Speichern verlassen?',
      why: 'Ihre Änderungen an den Konten von {name} sind nicht gespeichert: {added, number} hinzugefügt, {removed, number} entfernt.',
      leave: 'Verwerfen und verlassen',
      stay: 'Weiter bearbeiten',
    },
    saveFirst: 'Speichern Sie, bevor Sie suchen oder weiterblättern.',
    changed:
      '{added, plural, =0 {Kein Konto} one {# Konto} other {# Konten}} hinzugefügt, {removed, plural, =0 {keines} other {#}} entfernt.',
    nothing: 'Nichts gefunden für „{search}“',
    nothingListed: 'Noch kein Konto',
    nothingListedHint:
      'Sehen Sie alle Konten durch und haken Sie an, was {name} öffnen darf, oder fügen Sie sie unten mit ihren IDs hinzu.',
    showAll: 'Alle Konten anzeigen',
    next: 'Nächste Seite',
    first: 'Erste Seite',
    pages: 'Seiten der Kontenliste',
    byIdTitle: 'Mit ID hinzufügen',
    byIdWhy: 'Für lange Listen: Fügen Sie IDs ein, getrennt durch Leerzeichen, Kommas oder Zeilenumbrüche.',
    byId: 'Konto-IDs',
    byIdSubmit: 'Konten hinzufügen',
    unknown:
      'Nichts wurde hinzugefügt. Es gibt {count, plural, one {kein Konto} other {keine Konten}} mit {count, plural, one {dieser ID} other {diesen IDs}}: {ids}{more, plural, =0 {.} other { und # weitere.}}',
    malformed: 'Eine ID besteht aus Buchstaben, Ziffern, Punkten, Bindestrichen und Unterstrichen, höchstens 64.',
  },

  returnAddresses: {
    title: 'Rücksprungadressen',
    why: 'Wohin man beim Verlassen eines Kontos zurückgeschickt werden darf; alles andere wird abgelehnt.',
    add: 'Rücksprungadresse hinzufügen',
    caption: 'Rücksprungadressen',
    columns: { origin: 'Adresse', created: 'Hinzugefügt' },
    by: 'von {name}',
    byCommandLine: 'auf der Kommandozeile',
    remove: 'Entfernen',
    removeNamed: '{origin} entfernen',
    none: 'Noch keine Rücksprungadresse',
    noneHint: 'Bis Sie eine hinzufügen, kann man nur zu Latchkey selbst zurückkehren.',
  },

  addAddress: {
    title: 'Rücksprungadresse hinzufügen',
    origin: 'Adresse',
    hint: 'Etwa https://app.example.com, mit dem Port, wenn es ein unüblicher ist.',
    submit: 'Adresse hinzufügen',
    malformed:
      'Geben Sie nur den Anfang der Adresse ein, etwa https://app.example.com: ohne Pfad, Benutzernamen und Passwort.',
    path: '„{origin}“ ist kein Origin: Lassen Sie alles nach Host und Port weg.',
    credentials: '„{origin}“ ist kein Origin: Lassen Sie Benutzername und Passwort weg.',
    schemeMissing: '„{origin}“ ist kein Origin: Beginnen Sie mit https://',
    tooLong: 'Verwenden Sie höchstens 300 Zeichen.',
    insecure: 'Verwenden Sie https. Einfaches http wird nur für diesen Rechner (localhost) angenommen.',
    taken: 'Diese Rücksprungadresse steht bereits auf der Liste.',
  },

  removeAddress: {
    title: '{origin} entfernen?',
    stops:
      'Von da an führt kein Link mehr dorthin zurück: Anfragen, die sie nennen, werden abgelehnt, ebenso eben erst ausgestellte Links.',
    open: 'Konten, die schon geöffnet sind, bleiben geöffnet.',
    submit: 'Adresse entfernen',
  },

  ...apiKeys,
}
