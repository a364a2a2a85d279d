import type { account as english } from '#lib/i18n/messages/en/account.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const account: Translation<typeof english> = {
  bar: {
    signedInAs: 'Connecté en tant que {name}',
    left: 'encore {time}',
    renew: 'Faire repartir la durée de zéro',
    end: 'Terminer et revenir',
  },
  lead: 'Ce compte est ouvert dans cet onglet. Vous pouvez en ouvrir d’autres à côté ; chacun se termine indépendamment.',
  place: 'Vous êtes ici',
  facts: {
    account: 'Compte',
    name: 'Nom',
    id: 'Identifiant du compte',
    language: 'Langue et région',
    landing: 'Page d’arrivée',
    session: 'Session',
    person: 'Connecté en tant que',
    opened: 'Ouvert',
    byPerson: 'Depuis la liste des comptes',
    byProgram: 'Par un programme muni d’une clé API',
    since: 'Depuis',
    idleEnd: 'Se termine sans utilisation',
    absoluteEnd: 'Se termine au plus tard',
    returnsTo: 'Ramène à',
    ownAccounts: 'Vos comptes',
  },
  over: {
    none: {
      title: 'Ce compte n’est pas ouvert ici',
      why: 'Il n’a pas été ouvert dans ce navigateur, ou la session est terminée depuis.',
    },
    ended: {
      title: 'Cette session est terminée',
      why: 'Elle a été terminée dans ce navigateur, ou remplacée par une plus récente.',
    },
    idle: {
      title: 'Cette session est terminée',
      why: 'Elle n’a pas été utilisée pendant 30 minutes. Pour votre sécurité, elle ne reste pas ouverte plus longtemps.',
    },
    absolute: {
      title: 'Cette session est terminée',
      why: 'Elle était ouverte depuis 8 heures. Pour votre sécurité, aucune session ne dure plus longtemps.',
    },
    withdrawn: {
      title: 'Vous ne pouvez plus utiliser ce compte',
      why: 'Votre accès, le compte lui-même ou la clé qui a servi à l’ouvrir a été retiré. La personne qui gère les utilisateurs et les accès peut vous renseigner.',
    },
    open: 'Ouvrir le compte',
  },
}
