import type { account as english } from '#lib/i18n/messages/en/account.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const account: Translation<typeof english> = {
  bar: {
    signedInAs: 'Sesión iniciada como {name}',
    left: 'quedan {time}',
    renew: 'Reiniciar el tiempo',
    end: 'Terminar y volver',
  },
  lead: 'Esta cuenta está abierta en esta pestaña. Puede abrir otras al lado; cada una termina por separado.',
  place: 'Usted está aquí',
  facts: {
    account: 'Cuenta',
    name: 'Nombre',
    id: 'ID de la cuenta',
    language: 'Idioma y región',
    landing: 'Página de inicio',
    session: 'Sesión',
    person: 'Iniciada como',
    opened: 'Abierta',
    byPerson: 'Desde la lista de cuentas',
    byProgram: 'Por un programa con una clave de API',
    since: 'Desde',
    idleEnd: 'Termina si no se usa',
    absoluteEnd: 'Termina a más tardar',
    returnsTo: 'Vuelve a',
    ownAccounts: 'Sus cuentas',
  },
  over: {
    none: {
      title: 'Esta cuenta no está abierta aquí',
      why: 'No se ha abierto en este navegador, o la sesión ya ha terminado.',
    },
    ended: {
      title: 'Esta sesión ha terminado',
      why: 'Se terminó en este navegador o fue sustituida por una más reciente.',
    },
    idle: {
      title: 'Esta sesión ha terminado',
      why: 'No se usó durante 30 minutos. Por su seguridad no permanece abierta más tiempo.',
    },
    absolute: {
      title: 'Esta sesión ha terminado',
      why: 'Estuvo abierta 8 horas. Por su seguridad ninguna sesión dura más.',
    },
    withdrawn: {
      title: 'Ya no puede usar esta cuenta',
      why: 'Se ha retirado su acceso, la propia cuenta o la clave con la que se abrió. Quien gestiona los usuarios y acceso puede informarle.',
    },
    open: 'Abrir la cuenta',
  },
}
