import { headers } from 'next/headers'

/** Whether the browser submitted a Server Action by script: Next then sends the action's ID in a header. */
export async function hasScripts(): Promise<boolean> {
  return (await headers()).has('next-action')
}
