import type { shell as english } from '#lib/i18n/messages/en/shell.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const shell: Translation<typeof english> = {
  description: 'Ouvre vos comptes en un clic.',
  skipToContent: 'Aller au contenu',
  mainNavigation: 'Navigation principale',
  accounts: 'Comptes',
  usersAndAccess: 'Utilisateurs et accès',
  manageAccounts: 'Gérer les comptes',
  activity: 'Activité',
  yourSecurity: 'Votre sécurité',
  theme: 'Apparence',
  themes: {
    system: 'Système',
    light: 'Clair',
    dark: 'Sombre',
  },
  language: 'Langue',
  signOut: 'Se déconnecter',
  roles: {
    owner: 'Propriétaire',
    admin: 'Admin',
    agent: 'Agent',
  },
  notFound: {
    title: 'Il n’y a rien ici',
    why: 'L’adresse est incomplète, ou ce qui se trouvait ici a été supprimé.',
    way: 'Aller à vos comptes',
  },
}
