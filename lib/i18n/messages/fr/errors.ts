import type { errors as english } from '#lib/i18n/messages/en/errors.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const errors: Translation<typeof english> = {
  requestId: 'Numéro de requête',
  tryAgain: 'Réessayer',
  tryAgainIn: 'Vous pourrez réessayer dans {minutes, plural, one {une minute} other {# minutes}}.',
  /** Requests that got no usable response. The title also stands alone, at the bottom of the page. */
  outage: {
    signIn: 'Se connecter pour continuer',
    offline: { title: 'Hors connexion. Nouvelle tentative…', why: 'Votre saisie est conservée.' },
    unreachable: { title: 'Latchkey ne répond pas. Nouvelle tentative…', why: 'Votre saisie est conservée.' },
    'session-ended': {
      title: 'Votre session a expiré.',
      why: 'Votre saisie est conservée. Connectez-vous, puis réessayez.',
    },
    'unknown-outcome': {
      title: 'La connexion a été interrompue.',
      why: 'Nous ne savons pas si votre modification a été enregistrée. Vérifiez avant de réessayer.',
    },
    failed: {
      title: 'L’opération a échoué.',
      why: 'Votre saisie est conservée. Réessayez et, en cas de nouvel échec, copiez-la puis actualisez la page.',
    },
  },
  refusals: {
    invalid_request: {
      title: 'Cette requête n’a pas pu être lue',
      why: 'Une partie manque ou est endommagée. Veuillez revenir en arrière et réessayer.',
    },
    method_not_allowed: {
      title: 'Cette adresse ne s’utilise pas ainsi',
      why: 'Elle attend un autre type de requête. Veuillez recommencer depuis vos comptes.',
    },
    body_too_large: { title: 'C’est trop à la fois', why: 'Ce qui a été envoyé dépasse la taille acceptée ici.' },
    unsupported_grant_type: {
      title: 'Ce type de requête n’est pas pris en charge',
      why: 'grantType doit être client_credentials ou refresh_token.',
    },
    invalid_client: {
      title: 'La clé API n’a pas été acceptée',
      why: 'L’ID de clé ou le secret est incorrect, ou la clé n’est plus active.',
    },
    invalid_scope: {
      title: 'Cette portée n’est pas autorisée',
      why: 'La clé API permet moins que ce qui a été demandé. Demandez moins ou générez une autre clé.',
    },
    invalid_grant: {
      title: 'Le jeton d’actualisation n’a pas été accepté',
      why: 'Demandez-en un nouveau avec la clé API.',
    },
    unauthorized: { title: 'Un jeton d’accès est nécessaire', why: 'La requête n’en contenait pas.' },
    malformed_bearer: {
      title: 'Le jeton d’accès n’a pas pu être lu',
      why: 'Envoyez-le une seule fois, dans l’en-tête Authorization, après le mot Bearer.',
    },
    invalid_token: {
      title: 'Le jeton d’accès n’a pas été accepté',
      why: 'Il a expiré ou n’est plus valable. Demandez-en un nouveau.',
    },
    insufficient_scope: {
      title: 'Le jeton d’accès ne suffit pas ici',
      why: 'Il a été émis pour autre chose. Demandez-en un avec le scope « sso ».',
    },
    key_without_introspect: {
      title: 'Cette clé API ne peut pas interroger sur des jetons',
      why: 'Elle a été générée sans le scope « introspect ». Générez-en une qui l’a.',
    },
    access_denied: {
      title: 'Vous ne pouvez pas ouvrir ce compte',
      why: 'Il n’existe pas, est suspendu, ou vous n’y avez pas accès. La personne qui gère les utilisateurs et les accès peut vous renseigner.',
    },
    too_many_requests: { title: 'Trop de tentatives', why: 'Veuillez patienter un peu avant de réessayer.' },
    temporarily_unavailable: {
      title: 'Latchkey est occupé pour le moment',
      why: 'Veuillez réessayer dans quelques secondes. Si vous étiez en train de modifier quelque chose, vérifiez d’abord si c’est enregistré.',
    },
    server_error: {
      title: 'Un problème est survenu de notre côté',
      why: 'Veuillez réessayer. Si le problème persiste, indiquez le numéro de requête.',
    },
    repeated_cookie: {
      title: 'Votre navigateur a envoyé deux cookies de session',
      why: 'Un autre site du même domaine en a peut-être ajouté un, et Latchkey ne peut pas savoir lequel est le vôtre. Supprimez les cookies de ce site et de ses sous-domaines, puis reconnectez-vous ou rouvrez le compte.',
    },
    grant_unknown: {
      title: 'Ce lien n’est pas valable',
      why: 'Il n’a peut-être été copié qu’en partie. Veuillez ouvrir à nouveau le compte.',
    },
    grant_expired: {
      title: 'Ce lien a expiré',
      why: 'Pour votre sécurité, il ne peut être ouvert que pendant quelques secondes. Veuillez ouvrir à nouveau le compte.',
    },
    grant_used: {
      title: 'Ce lien a déjà été utilisé',
      why: 'Pour votre sécurité, il n’ouvre le compte qu’une seule fois. Veuillez ouvrir à nouveau le compte.',
    },
    grant_withdrawn: {
      title: 'Ce compte ne peut plus être ouvert avec ce lien',
      why: 'L’accès correspondant a été modifié après la création du lien.',
    },
    grant_other_browser: {
      title: 'Ce lien appartient à un autre navigateur',
      why: 'Il ne peut être ouvert que dans le navigateur où il a été créé.',
    },
    platform_unreachable: {
      title: 'La plateforme ne répond pas',
      why: 'Les comptes s’ouvrent sur une autre plateforme, qui est injoignable pour le moment. Veuillez réessayer dans quelques secondes. Si cela dure, prévenez un propriétaire ou un admin.',
    },
    platform_busy: {
      title: 'La plateforme est occupée pour le moment',
      why: 'Les comptes s’ouvrent sur une autre plateforme, qui demande un peu de patience. Veuillez réessayer dans quelques secondes.',
    },
    platform_key_refused: {
      title: 'La plateforme n’a pas laissé entrer Latchkey',
      why: 'Les comptes s’ouvrent sur une autre plateforme, qui n’accepte pas la clé API que Latchkey y utilise. Veuillez prévenir un propriétaire ou un admin : d’ici là, réessayer ne sert à rien.',
    },
    platform_account_refused: {
      title: 'La plateforme n’ouvre pas ce compte',
      why: 'Il n’y existe pas, il y est suspendu, ou l’utilisateur au nom duquel Latchkey y agit n’y a pas accès. Veuillez prévenir un propriétaire ou un admin.',
    },
    platform_return_refused: {
      title: 'La plateforme ne connaît pas le chemin du retour',
      why: 'Elle ne renvoie que vers des adresses de retour enregistrées, et l’adresse à laquelle vous reviendriez, en général celle de ce Latchkey, n’en fait pas partie. Un propriétaire ou un admin peut l’y faire ajouter.',
    },
    platform_unusable: {
      title: 'La réponse de la plateforme est inutilisable',
      why: 'Les comptes s’ouvrent sur une autre plateforme, et ce qu’elle a répondu n’est pas ce qui était convenu. Veuillez prévenir un propriétaire ou un admin, en indiquant le numéro de requête.',
    },
    forbidden: { title: 'Votre rôle ne le permet pas', why: 'Un propriétaire ou un admin peut le faire pour vous.' },
    foreign_form: {
      title: 'Ce formulaire a été envoyé depuis un autre site',
      why: 'Pour votre sécurité, rien n’a été modifié. Veuillez revenir à vos comptes et réessayer.',
    },
    not_found: { title: 'Il n’y a rien ici', why: 'Cela n’existe pas, ou n’existe plus.' },
    signed_out: { title: 'Votre session a expiré', why: 'Connectez-vous, puis réessayez.' },
    sign_in_failed: {
      title: 'La connexion n’a pas été possible',
      why: 'Le nom ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    },
    confirmation_required: {
      title: 'Veuillez saisir à nouveau votre mot de passe',
      why: 'Vous l’avez saisi il y a plus de 10 minutes, et ceci change qui peut entrer.',
    },
    password_wrong: { title: 'Le mot de passe est incorrect', why: 'Vérifiez-le et réessayez. Rien n’a été modifié.' },
    link_unusable: {
      title: 'Ce lien ne peut plus être utilisé',
      why: 'Il a déjà été utilisé, a expiré ou a été remplacé par un plus récent. Demandez un nouveau lien.',
    },
    input_invalid: {
      title: 'Certains champs demandent votre attention',
      why: 'Rien n’a encore été enregistré. Voyez les remarques près des champs.',
    },
    last_owner: {
      title: 'C’est le dernier propriétaire actif',
      why: 'Nommez d’abord un autre propriétaire ; sinon, plus personne ne pourrait gérer les propriétaires.',
    },
    conflict: {
      title: 'Ce n’est plus possible',
      why: 'Une modification a eu lieu entre-temps. Consultez l’état actuel et réessayez.',
    },
  },
  atLeast: 'Utilisez au moins {min, plural, one {# caractère} other {# caractères}}.',
  atMost: 'Utilisez au plus {max, plural, one {# caractère} other {# caractères}}.',
  fields: {
    required: 'Veuillez remplir ce champ.',
    too_short: 'C’est trop court.',
    too_long: 'C’est trop long.',
    too_large: 'C’est trop grand.',
    out_of_range: 'C’est hors des limites permises.',
    malformed: 'Le format n’est pas correct.',
    insecure: 'Seul https est permis ; http n’est admis que pour cet ordinateur.',
    taken: 'C’est déjà utilisé.',
    reserved: 'C’est réservé. Choisissez autre chose.',
    common: 'Ce mot de passe est connu des pirates. Choisissez-en un autre.',
    personal: 'Il contient votre nom ou votre adresse. Choisissez-en un autre.',
    product: 'Il se compose surtout de mots de cette page. Choisissez-en un autre.',
    pattern: 'Il se répète ou suit le clavier. Choisissez-en un autre.',
    mismatch: 'Les deux ne correspondent pas.',
    unchanged: 'C’est identique à l’ancien.',
    wrong: 'C’est incorrect.',
    unknown: 'Cela n’existe pas.',
    not_allowed: 'Vous ne pouvez pas choisir cela.',
  },
}
