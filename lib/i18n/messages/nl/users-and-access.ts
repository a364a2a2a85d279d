import type { usersAndAccess as english } from '#lib/i18n/messages/en/users-and-access.ts'
import { apiKeys } from '#lib/i18n/messages/nl/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const usersAndAccess: Translation<typeof english> = {
  title: 'Gebruikers en toegang',
  sentence: 'Wie welke accounts mag openen, waarheen men mag terugkeren en welke programma’s namens hen werken.',
  sections: 'Op deze pagina',
  you: 'u',
  actions: 'Acties',
  actionsFor: 'Acties voor {name}',
  chooseAccounts: 'Accounts kiezen',
  doneWithAll: 'Klaar',
  roles: { owner: 'Eigenaar', admin: 'Admin', agent: 'Agent', service: 'Servicegebruiker' },
  roleHints: {
    owner: 'Opent alle accounts en beheert alles, ook andere eigenaars.',
    admin: 'Opent alle accounts; beheert agents, servicegebruikers, accounts, retouradressen en sleutels.',
    agent: 'Opent accounts en verder niets.',
    service: 'Een programma. Het kan zich hier niet aanmelden en werkt met API-sleutels.',
  },
  gone: {
    title: 'Dit kan niet meer worden gewijzigd',
    why: 'Het is intussen verwijderd of gewijzigd, of uw rol reikt niet zover. De lijst toont de huidige stand.',
    way: 'Naar de lijst',
  },

  users: {
    title: 'Gebruikers',
    why: 'Personen die zich hier aanmelden, en servicegebruikers namens wie programma’s werken.',
    add: 'Gebruiker toevoegen',
    caption: 'Gebruikers',
    search: 'Zoeken op naam, gebruikersnaam of e-mail',
    found: '{total, plural, one {# gebruiker} other {# gebruikers}}',
    foundFor: '{total, plural, =0 {Geen gebruiker gevonden} one {# gebruiker gevonden} other {# gebruikers gevonden}}',
    showAll: 'Alle gebruikers tonen',
    nobody: 'Niemand gevonden voor ‘{search}’',
    nobodyHint: 'Probeer een deel van de naam, de gebruikersnaam of het e-mailadres.',
    pages: 'Pagina’s van de gebruikerslijst',
    columns: {
      name: 'Naam',
      role: 'Rol',
      access: 'Mag openen',
      lastSignIn: 'Laatste aanmelding',
      state: 'Status',
    },
    access: {
      all: 'Alle accounts',
      listed: '{count, plural, =0 {Geen account} one {# account} other {# accounts}}',
    },
    never: 'Nooit',
    doesNotSignIn: 'Meldt zich niet aan',
    states: { active: 'Actief', neverSignedIn: 'Nooit aangemeld', deactivated: 'Gedeactiveerd' },
    edit: 'Bewerken',
    newLink: 'Nieuwe wachtwoordlink',
    deactivate: 'Deactiveren',
    reactivate: 'Reactiveren',
  },

  addUser: {
    title: 'Gebruiker toevoegen',
    role: 'Rol',
    name: 'Naam',
    email: 'E-mailadres',
    username: 'Gebruikersnaam',
    usernameHint: 'Voor het aanmelden en voor API-verzoeken. Hij kan later niet worden gewijzigd.',
    access: 'Accounts',
    accessAll: 'Alle accounts',
    accessAllHint: 'Ook accounts die later worden toegevoegd.',
    accessList: 'Gekozen accounts',
    accessListHint: 'U kiest ze in de volgende stap.',
    submit: 'Gebruiker toevoegen',
    usernameMalformed: 'Alleen letters, cijfers, punten, koppeltekens en liggende streepjes.',
    emailMalformed: 'Dit is geen e-mailadres.',
  },

  editUser: {
    title: '{name} bewerken',
    listedNow:
      '{count, plural, =0 {Tot nu toe geen account.} one {Tot nu toe # account.} other {Tot nu toe # accounts.}}',
    submit: 'Opslaan',
  },

  passwordLink: {
    title: 'Wachtwoordlink voor {name}',
    explain:
      'Maakt een link waarmee {name} een nieuw wachtwoord instelt. Hij werkt één keer, binnen 72 uur; een eerdere link werkt dan niet meer. Tot dan blijft het huidige wachtwoord gelden.',
    explainFirst:
      'Maakt een link waarmee {name} het eerste wachtwoord instelt. Hij werkt één keer, binnen 72 uur; een eerdere link werkt dan niet meer.',
    submit: 'Link maken',
    added: '{name} is toegevoegd',
    made: 'De link voor {name} is klaar',
    once: 'Kopieer deze link nu: hij wordt maar één keer getoond. Geef hem zo aan {name} dat niemand anders hem kan lezen.',
    forgotten: 'De link wordt niet meer getoond. Maak een nieuwe als hij niet is overhandigd.',
    link: 'Wachtwoordlink',
    validUntil: 'Hij werkt één keer, tot {until}. Maak een nieuwe als hij zoekraakt.',
  },

  deactivate: {
    title: '{name} deactiveren?',
    yourself: 'Dit bent u zelf: u wordt meteen afgemeld en alleen iemand anders kan u weer toelaten.',
    person: '{name} wordt overal meteen afgemeld, ook bij geopende accounts, en kan zich niet meer aanmelden.',
    service: 'Geen programma kan nog namens {name} werken.',
    noKeys: 'Er is geen API-sleutel bij betrokken.',
    keys: '{count, plural, one {# API-sleutel die namens {name} werkt, werkt dan niet meer.} other {# API-sleutels die namens {name} werken, werken dan niet meer.}}',
    uses: '{count, plural, =0 {Geen gebruik in de afgelopen 24 uur.} one {# keer gebruikt in de afgelopen 24 uur.} other {# keer gebruikt in de afgelopen 24 uur.}}',
    keeps: 'Naam, accounts en activiteit blijven bewaard. U kunt altijd reactiveren.',
    submit: '{name} deactiveren',
  },

  reactivate: {
    title: '{name} reactiveren?',
    person: '{name} kan zich weer met hetzelfde wachtwoord aanmelden en dezelfde accounts openen als voorheen.',
    service: 'Programma’s kunnen weer namens {name} werken.',
    keys: 'API-sleutels die niet zijn ingetrokken, werken weer. Beëindigde sessies en vernieuwingstokens komen niet terug.',
    submit: '{name} reactiveren',
  },

  accounts: {
    title: 'Accounts van {name}',
    sentence: '{name} mag {listed, plural, =0 {nog geen account} one {# account} other {# accounts}} openen.',
    all: '{name} mag alle accounts openen, dus er valt niets te kiezen.',
    search: 'Zoeken op naam of account-ID',
    views: 'Welke accounts worden getoond',
    viewListed: 'Mag openen ({count, number})',
    viewAll: 'Alle',
    caption: 'Accounts',
    columns: { account: 'Account', id: 'ID', change: 'Wijziging' },
    suspended: 'Geblokkeerd',
    submit: 'Opslaan',
    kept: 'Uw selectie blijft bewaard tijdens het zoeken en bladeren, totdat u opslaat.',
    pending: '{added, number} toegevoegd · {removed, number} verwijderd',
    discard: 'Ongedaan maken',
    toAdd: 'Toe te voegen',
    toRemove: 'Te verwijderen',
    tooMany: 'Sla maximaal {max, number} wijzigingen tegelijk op. Maak er enkele ongedaan en kies die daarna.',
    leave: {
      title: 'Verlaten zonder op te slaan?',
      why: 'Uw wijzigingen in de accounts van {name} zijn niet opgeslagen: {added, number} toegevoegd, {removed, number} verwijderd.',
      leave: 'Ongedaan maken en verlaten',
      stay: 'Verder bewerken',
    },
    saveFirst: 'Sla op voordat u zoekt of verderbladert.',
    changed:
      '{added, plural, =0 {Geen account} one {# account} other {# accounts}} toegevoegd, {removed, plural, =0 {geen} other {#}} verwijderd.',
    nothing: 'Niets gevonden voor ‘{search}’',
    nothingListed: 'Nog geen account',
    nothingListedHint: 'Bekijk alle accounts en vink aan wat {name} mag openen, of voeg ze hieronder toe met hun ID’s.',
    showAll: 'Alle accounts tonen',
    next: 'Volgende pagina',
    first: 'Eerste pagina',
    pages: 'Pagina’s van de accountlijst',
    byIdTitle: 'Toevoegen met ID',
    byIdWhy: 'Voor lange lijsten: plak ID’s, gescheiden door spaties, komma’s of regeleinden.',
    byId: 'Account-ID’s',
    byIdSubmit: 'Accounts toevoegen',
    unknown:
      'Er is niets toegevoegd. Er bestaat geen account met {count, plural, one {deze ID} other {deze ID’s}}: {ids}{more, plural, =0 {.} other { en nog #.}}',
    malformed: 'Een ID bestaat uit letters, cijfers, punten, koppeltekens en liggende streepjes, hoogstens 64.',
  },

  returnAddresses: {
    title: 'Retouradressen',
    why: 'De adressen waarheen men bij het verlaten van een account mag terugkeren; elk ander wordt geweigerd.',
    add: 'Retouradres toevoegen',
    caption: 'Retouradressen',
    columns: { origin: 'Adres', created: 'Toegevoegd' },
    by: 'door {name}',
    byCommandLine: 'op de opdrachtregel',
    remove: 'Verwijderen',
    removeNamed: '{origin} verwijderen',
    none: 'Nog geen retouradres',
    noneHint: 'Zolang u er geen toevoegt, kan men alleen naar Latchkey zelf terugkeren.',
  },

  addAddress: {
    title: 'Retouradres toevoegen',
    origin: 'Adres',
    hint: 'Bijvoorbeeld https://app.example.com, met de poort als die ongebruikelijk is.',
    submit: 'Adres toevoegen',
    malformed:
      'Voer alleen het begin van het adres in, bijvoorbeeld https://app.example.com: zonder pad, gebruikersnaam en wachtwoord.',
    path: '‘{origin}’ is geen origin: laat alles na host en poort weg.',
    credentials: '‘{origin}’ is geen origin: laat gebruikersnaam en wachtwoord weg.',
    schemeMissing: '‘{origin}’ is geen origin: begin met https://',
    tooLong: 'Gebruik maximaal 300 tekens.',
    insecure: 'Gebruik https. Gewoon http wordt alleen voor deze computer (localhost) geaccepteerd.',
    taken: 'Dit retouradres staat al op de lijst.',
  },

  removeAddress: {
    title: '{origin} verwijderen?',
    stops:
      'Vanaf dat moment leidt geen link er meer naar terug: verzoeken die het noemen worden geweigerd, net als zojuist uitgegeven links.',
    open: 'Accounts die al geopend zijn, blijven open.',
    submit: 'Adres verwijderen',
  },

  ...apiKeys,
}
