import type { errors as english } from '#lib/i18n/messages/en/errors.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const errors: Translation<typeof english> = {
  requestId: 'Numero della richiesta',
  tryAgain: 'Riprova',
  tryAgainIn: 'Potrà riprovare tra {minutes, plural, one {un minuto} other {# minuti}}.',
  /** Requests that got no usable response. The title also stands alone, at the bottom of the page. */
  outage: {
    signIn: 'Accedi per continuare',
    offline: { title: 'Offline. Nuovo tentativo…', why: 'I dati inseriti sono ancora qui.' },
    unreachable: { title: 'Latchkey non risponde. Nuovo tentativo…', why: 'I dati inseriti sono ancora qui.' },
    'session-ended': { title: 'La sessione è scaduta.', why: 'I dati inseriti sono ancora qui. Accedi e riprova.' },
    'unknown-outcome': {
      title: 'La connessione si è interrotta.',
      why: 'Non sappiamo se la modifica è stata salvata. Controlla prima di riprovare.',
    },
    failed: {
      title: 'L’operazione non è riuscita.',
      why: 'I dati inseriti sono ancora qui. Riprova e, se non funziona, copiali e ricarica la pagina.',
    },
  },
  refusals: {
    invalid_request: {
      title: 'Non è stato possibile leggere la richiesta',
      why: 'Una parte manca o è danneggiata. Torni indietro e riprovi.',
    },
    method_not_allowed: {
      title: 'Questo indirizzo non si può usare così',
      why: 'Si aspetta un altro tipo di richiesta. Ricominci dai Suoi account.',
    },
    body_too_large: {
      title: 'È troppo in una volta sola',
      why: 'Ciò che è stato inviato supera la dimensione accettata qui.',
    },
    unsupported_grant_type: {
      title: 'Questo tipo di richiesta non è supportato',
      why: 'grantType deve essere client_credentials o refresh_token.',
    },
    invalid_client: {
      title: 'La chiave API non è stata accettata',
      why: 'L’ID della chiave o il segreto non è corretto, oppure la chiave non è più attiva.',
    },
    invalid_scope: {
      title: 'Questo ambito non è consentito',
      why: 'La chiave API consente meno di quanto richiesto. Richieda meno o generi un’altra chiave.',
    },
    invalid_grant: {
      title: 'Il token di aggiornamento non è stato accettato',
      why: 'Ne richieda uno nuovo con la chiave API.',
    },
    unauthorized: { title: 'È necessario un token di accesso', why: 'La richiesta non ne conteneva.' },
    malformed_bearer: {
      title: 'Non è stato possibile leggere il token di accesso',
      why: 'Lo invii una sola volta, nell’intestazione Authorization, dopo la parola Bearer.',
    },
    invalid_token: {
      title: 'Il token di accesso non è stato accettato',
      why: 'È scaduto o non è più valido. Ne richieda uno nuovo.',
    },
    insufficient_scope: {
      title: 'Il token di accesso non basta per questo',
      why: 'È stato emesso per altro. Ne richieda uno con lo scope «sso».',
    },
    key_without_introspect: {
      title: 'Questa chiave API non può chiedere informazioni sui token',
      why: 'È stata generata senza lo scope «introspect». Ne generi una che lo abbia.',
    },
    access_denied: {
      title: 'Non può aprire questo account',
      why: 'Non esiste, è sospeso oppure Lei non vi ha accesso. Chi gestisce utenti e accesso può darLe informazioni.',
    },
    too_many_requests: { title: 'Troppi tentativi', why: 'Attenda un momento prima di riprovare.' },
    temporarily_unavailable: {
      title: 'Latchkey è occupato in questo momento',
      why: 'Riprovi tra qualche secondo. Se stava modificando qualcosa, controlli prima se è stato salvato.',
    },
    server_error: {
      title: 'Qualcosa da parte nostra non ha funzionato',
      why: 'Riprovi. Se accade di nuovo, indichi il numero della richiesta.',
    },
    repeated_cookie: {
      title: 'Il browser ha inviato due cookie di sessione',
      why: 'È possibile che un altro sito dello stesso dominio ne abbia aggiunto uno: Latchkey non può sapere qual è quello giusto. Elimina i cookie di questo sito e dei suoi sottodomini, poi accedi di nuovo o riapri l’account.',
    },
    grant_unknown: {
      title: 'Questo link non è valido',
      why: 'Forse è stato copiato solo in parte. Apra di nuovo l’account.',
    },
    grant_expired: {
      title: 'Questo link è scaduto',
      why: 'Per la Sua sicurezza si può aprire solo per pochi secondi. Apra di nuovo l’account.',
    },
    grant_used: {
      title: 'Questo link è già stato usato',
      why: 'Per la Sua sicurezza apre l’account una sola volta. Apra di nuovo l’account.',
    },
    grant_withdrawn: {
      title: 'Questo account non si può più aprire con questo link',
      why: 'L’accesso corrispondente è stato modificato dopo la creazione del link.',
    },
    grant_other_browser: {
      title: 'Questo link appartiene a un altro browser',
      why: 'Si può aprire solo nel browser in cui è stato creato.',
    },
    platform_unreachable: {
      title: 'La piattaforma non risponde',
      why: 'Gli account si aprono su un’altra piattaforma, che al momento non è raggiungibile. Riprovi tra qualche secondo. Se continua così, avvisi un proprietario o un admin.',
    },
    platform_busy: {
      title: 'La piattaforma è occupata in questo momento',
      why: 'Gli account si aprono su un’altra piattaforma, che chiede un po’ di pazienza. Riprovi tra qualche secondo.',
    },
    platform_key_refused: {
      title: 'La piattaforma non ha fatto entrare Latchkey',
      why: 'Gli account si aprono su un’altra piattaforma, che non accetta la chiave API che Latchkey vi usa. Avvisi un proprietario o un admin: fino ad allora riprovare non serve.',
    },
    platform_account_refused: {
      title: 'La piattaforma non apre questo account',
      why: 'Lì non esiste, è sospeso, oppure l’utente con cui Latchkey vi agisce non vi ha accesso. Avvisi un proprietario o un admin.',
    },
    platform_return_refused: {
      title: 'La piattaforma non conosce la via del ritorno',
      why: 'Rimanda soltanto a indirizzi di ritorno registrati, e l’indirizzo a cui Lei tornerebbe, di solito quello di questo Latchkey, non è tra questi. Un proprietario o un admin può farlo aggiungere lì.',
    },
    platform_unusable: {
      title: 'La risposta della piattaforma non è utilizzabile',
      why: 'Gli account si aprono su un’altra piattaforma, e ciò che ha risposto non è quanto concordato. Avvisi un proprietario o un admin e indichi il numero della richiesta.',
    },
    forbidden: { title: 'Il Suo ruolo non lo consente', why: 'Un proprietario o un admin può farlo per Lei.' },
    foreign_form: {
      title: 'Questo modulo è stato inviato da un altro sito',
      why: 'Per la Sua sicurezza non è stato modificato nulla. Torni ai Suoi account e riprovi.',
    },
    not_found: { title: 'Qui non c’è nulla', why: 'Non esiste, o non esiste più.' },
    signed_out: { title: 'La sessione è scaduta', why: 'Accedi e riprova.' },
    sign_in_failed: {
      title: 'Non è stato possibile accedere',
      why: 'Il nome o la password non è corretto. Controlli entrambi e riprovi.',
    },
    confirmation_required: {
      title: 'Inserisca di nuovo la Sua password',
      why: 'L’ha inserita più di 10 minuti fa, e questo cambia chi può entrare.',
    },
    password_wrong: {
      title: 'La password non è corretta',
      why: 'La controlli e riprovi. Non è stato modificato nulla.',
    },
    link_unusable: {
      title: 'Questo link non si può più usare',
      why: 'È già stato usato, è scaduto o è stato sostituito da uno più recente. Chieda un nuovo link.',
    },
    input_invalid: {
      title: 'Alcuni campi richiedono la Sua attenzione',
      why: 'Non è stato ancora salvato nulla. Veda le note accanto ai campi.',
    },
    last_owner: {
      title: 'È l’ultimo proprietario attivo',
      why: 'Nomini prima un altro proprietario; altrimenti nessuno potrebbe più gestire i proprietari.',
    },
    conflict: { title: 'Non è più possibile', why: 'Nel frattempo è cambiato. Guardi lo stato attuale e riprovi.' },
  },
  atLeast: 'Usa almeno {min, plural, one {# carattere} other {# caratteri}}.',
  atMost: 'Usa al massimo {max, plural, one {# carattere} other {# caratteri}}.',
  fields: {
    required: 'Compili questo campo.',
    too_short: 'È troppo corto.',
    too_long: 'È troppo lungo.',
    too_large: 'È troppo grande.',
    out_of_range: 'È fuori dai limiti consentiti.',
    malformed: 'Non ha la forma corretta.',
    insecure: 'È consentito solo https; http soltanto per questo computer.',
    taken: 'È già in uso.',
    reserved: 'È riservato. Scelga altro.',
    common: 'Questa password è nota agli aggressori. Ne scelga un’altra.',
    personal: 'Contiene il Suo nome o il Suo indirizzo. Ne scelga un’altra.',
    product: 'È composta soprattutto da parole di questa pagina. Ne scelga un’altra.',
    pattern: 'Si ripete o segue la tastiera. Ne scelga un’altra.',
    mismatch: 'I due non coincidono.',
    unchanged: 'È uguale a prima.',
    wrong: 'Non è corretto.',
    unknown: 'Non esiste.',
    not_allowed: 'Non può scegliere questo.',
  },
}
