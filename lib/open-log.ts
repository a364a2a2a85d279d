import { createLog, type Log } from '#lib/log.ts'
import { services } from '#lib/services.ts'

/** The log of this process; a new one where its services cannot be opened, which is then what there is to log. */
export function openLog(): Promise<Log> {
  return services().then(
    (opened) => opened.log,
    () => createLog('info'),
  )
}
