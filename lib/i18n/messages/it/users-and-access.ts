import type { usersAndAccess as english } from '#lib/i18n/messages/en/users-and-access.ts'
import { apiKeys } from '#lib/i18n/messages/it/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const usersAndAccess: Translation<typeof english> = {
  title: 'Utenti e accesso',
  sentence: 'Chi può aprire quali account, dove si può tornare e quali programmi agiscono per loro.',
  sections: 'In questa pagina',
  you: 'Lei',
  confirm: {
    title: 'Conferma la tua identità',
    why: 'Inserisci la password per continuare. L’ultima volta risale a più di 10 minuti fa.',
    kept: 'Inserisci la password per continuare. I dati inseriti vengono mantenuti.',
    password: 'La tua password',
    submit: 'Continua',
  },
  actions: 'Azioni',
  actionsFor: 'Azioni per {name}',
  chooseAccounts: 'Scegli gli account',
  doneWithAll: 'Fatto',
  roles: { owner: 'Proprietario', admin: 'Admin', agent: 'Agente', service: 'Utente di servizio' },
  roleHints: {
    owner: 'Apre tutti gli account e gestisce tutto, anche gli altri proprietari.',
    admin: 'Apre tutti gli account; gestisce agenti, utenti di servizio, account, indirizzi di ritorno e chiavi.',
    agent: 'Apre account e nient’altro.',
    service: 'Un programma. Non può accedere qui; lavora con chiavi API.',
  },
  gone: {
    title: 'Questo non si può più modificare',
    why: 'Nel frattempo è stato rimosso o modificato, oppure il Suo ruolo non lo permette. L’elenco mostra la situazione attuale.',
    way: 'Vai all’elenco',
  },

  users: {
    title: 'Utenti',
    why: 'Le persone che accedono qui e gli utenti di servizio per conto dei quali lavorano i programmi.',
    add: 'Aggiungi utente',
    caption: 'Utenti',
    search: 'Cerca per nome, nome utente o e-mail',
    found: '{total, plural, one {# utente} other {# utenti}}',
    foundFor: '{total, plural, =0 {Nessun utente trovato} one {# utente trovato} other {# utenti trovati}}',
    showAll: 'Mostra tutti gli utenti',
    nobody: 'Nessuno trovato per «{search}»',
    nobodyHint: 'Provi con una parte del nome, del nome utente o dell’indirizzo e-mail.',
    pages: 'Pagine dell’elenco utenti',
    columns: {
      name: 'Nome',
      role: 'Ruolo',
      access: 'Può aprire',
      lastSignIn: 'Ultimo accesso',
      state: 'Stato',
    },
    access: {
      all: 'Tutti gli account',
      listed: '{count, plural, =0 {Nessun account} one {# account} other {# account}}',
    },
    never: 'Mai',
    doesNotSignIn: 'Non accede',
    states: { active: 'Attivo', neverSignedIn: 'Mai acceduto', deactivated: 'Disattivato' },
    edit: 'Modifica',
    newLink: 'Nuovo link per la password',
    deactivate: 'Disattiva',
    reactivate: 'Riattiva',
  },

  addUser: {
    title: 'Aggiungi utente',
    role: 'Ruolo',
    name: 'Nome',
    email: 'Indirizzo e-mail',
    username: 'Nome utente',
    usernameHint: 'Per accedere e per le richieste API. In seguito non si può cambiare.',
    access: 'Account',
    accessAll: 'Tutti gli account',
    accessAllHint: 'Anche quelli aggiunti in seguito.',
    accessList: 'Account scelti',
    accessListHint: 'Li sceglie nel passaggio successivo.',
    submit: 'Aggiungi utente',
    usernameMalformed: 'Solo lettere, cifre, punti, trattini e trattini bassi.',
    emailMalformed: 'Questo non è un indirizzo e-mail.',
  },

  editUser: {
    title: 'Modifica {name}',
    listedNow: '{count, plural, =0 {Per ora nessun account.} one {Per ora # account.} other {Per ora # account.}}',
    submit: 'Salva',
  },

  passwordLink: {
    title: 'Link per la password di {name}',
    explain:
      'Crea un link con cui {name} imposta una nuova password. Funziona una volta, entro 72 ore; un link precedente smette di funzionare. Fino ad allora resta la password attuale.',
    explainFirst:
      'Crea un link con cui {name} imposta la prima password. Funziona una volta, entro 72 ore; un link precedente smette di funzionare.',
    submit: 'Crea link',
    added: '{name} è ora tra gli utenti',
    made: 'Il link per {name} è pronto',
    once: 'Copi ora questo link: viene mostrato una sola volta. Lo consegni a {name} in modo che nessun altro possa leggerlo.',
    forgotten: 'Il link non viene più mostrato. Se non è stato consegnato, ne crei uno nuovo.',
    link: 'Link per la password',
    validUntil: 'Funziona una volta, fino a {until}. Se va perso, ne crei uno nuovo.',
  },

  deactivate: {
    title: 'Disattivare {name}?',
    yourself: 'Si tratta di Lei: la Sua sessione termina subito e solo un’altra persona potrà riammetterLa.',
    person: 'Tutte le sessioni di {name} terminano subito, anche negli account aperti, e non è più possibile accedere.',
    service: 'Nessun programma potrà più lavorare per conto di {name}.',
    noKeys: 'Nessuna chiave API è interessata.',
    keys: '{count, plural, one {# chiave API che agisce per conto di {name} smette di funzionare.} other {# chiavi API che agiscono per conto di {name} smettono di funzionare.}}',
    uses: '{count, plural, =0 {Nessun utilizzo nelle ultime 24 ore.} one {# utilizzo nelle ultime 24 ore.} other {# utilizzi nelle ultime 24 ore.}}',
    keeps: 'Nome, account e attività restano. Può riattivare in qualsiasi momento.',
    submit: 'Disattiva {name}',
  },

  reactivate: {
    title: 'Riattivare {name}?',
    person: '{name} potrà di nuovo accedere con la stessa password e aprire gli stessi account di prima.',
    service: 'I programmi potranno di nuovo lavorare per conto di {name}.',
    keys: 'Le chiavi API non revocate funzionano di nuovo. Le sessioni e i token di aggiornamento terminati non tornano.',
    submit: 'Riattiva {name}',
  },

  accounts: {
    title: 'Account di {name}',
    sentence:
      '{name} {listed, plural, =0 {non può ancora aprire nessun account} one {può aprire # account} other {può aprire # account}}.',
    all: '{name} può aprire tutti gli account, quindi non c’è nulla da scegliere.',
    search: 'Cerca per nome o ID dell’account',
    views: 'Quali account vengono mostrati',
    viewListed: 'Può aprire ({count, number})',
    viewAll: 'Tutti',
    caption: 'Account',
    columns: { account: 'Account', id: 'ID', change: 'Modifica' },
    suspended: 'Sospeso',
    submit: 'Salva',
    kept: 'La selezione resta durante la ricerca e il cambio di pagina, fino al salvataggio.',
    pending: '{added, number} aggiunti · {removed, number} rimossi',
    discard: 'Annulla modifiche',
    toAdd: 'Da aggiungere',
    toRemove: 'Da rimuovere',
    tooMany:
      'Salva al massimo {max, number} modifiche alla volta. Annullane alcune e selezionale in un secondo momento.',
    leave: {
      title: 'Uscire senza salvare?',
      why: 'Le modifiche agli account di {name} non sono salvate: {added, number} aggiunti, {removed, number} rimossi.',
      leave: 'Annulla ed esci',
      stay: 'Continua a modificare',
    },
    saveFirst: 'Salvi prima di cercare o di cambiare pagina.',
    changed:
      '{added, plural, =0 {Nessun account aggiunto} one {# account aggiunto} other {# account aggiunti}}, {removed, plural, =0 {nessuno tolto} one {# tolto} other {# tolti}}.',
    nothing: 'Nessun risultato per «{search}»',
    nothingListed: 'Ancora nessun account',
    nothingListedHint:
      'Guardi tutti gli account e spunti quelli che {name} può aprire, oppure li aggiunga qui sotto per ID.',
    showAll: 'Mostra tutti gli account',
    next: 'Pagina successiva',
    first: 'Prima pagina',
    pages: 'Pagine dell’elenco degli account',
    byIdTitle: 'Aggiungi per ID',
    byIdWhy: 'Per elenchi lunghi: incolli gli ID separati da spazi, virgole o a capo.',
    byId: 'ID degli account',
    byIdSubmit: 'Aggiungi account',
    unknown:
      'Non è stato aggiunto nulla. Non esiste alcun account con {count, plural, one {questo ID} other {questi ID}}: {ids}{more, plural, =0 {.} one { e un altro.} other { e altri #.}}',
    malformed: 'Un ID è composto da lettere, cifre, punti, trattini e trattini bassi, al massimo 64.',
  },

  returnAddresses: {
    title: 'Indirizzi di ritorno',
    why: 'Le origini a cui si può tornare lasciando un account; ogni altra viene rifiutata.',
    add: 'Aggiungi indirizzo di ritorno',
    caption: 'Indirizzi di ritorno',
    columns: { origin: 'Origine', created: 'Aggiunto' },
    by: 'da {name}',
    byCommandLine: 'dalla riga di comando',
    remove: 'Rimuovi',
    removeNamed: 'Rimuovi {origin}',
    none: 'Ancora nessun indirizzo di ritorno',
    noneHint: 'Finché non ne aggiunge uno, si può tornare soltanto a Latchkey.',
  },

  addAddress: {
    title: 'Aggiungi indirizzo di ritorno',
    origin: 'Origine',
    hint: 'Ad esempio https://app.example.com, con la porta se è insolita.',
    submit: 'Aggiungi indirizzo',
    malformed: 'Inserisca solo un’origine, ad esempio https://app.example.com: senza percorso, nome utente o password.',
    path: '“{origin}” non è un’origine: togli tutto ciò che segue host e porta.',
    credentials: '“{origin}” non è un’origine: togli nome utente e password.',
    schemeMissing: '“{origin}” non è un’origine: inizia con https://',
    tooLong: 'Usa al massimo 300 caratteri.',
    insecure: 'Usi https. Il semplice http è accettato solo per questo computer (localhost).',
    taken: 'Questo indirizzo di ritorno è già nell’elenco.',
  },

  removeAddress: {
    title: 'Rimuovere {origin}?',
    stops:
      'Da quel momento nessun link riporta lì: le richieste che lo nominano vengono rifiutate, e anche i link appena emessi.',
    open: 'Gli account già aperti restano aperti.',
    submit: 'Rimuovi indirizzo',
  },

  ...apiKeys,
}
