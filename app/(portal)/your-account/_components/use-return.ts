import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { AddedFactor } from '#app/(portal)/your-account/actions.ts'

/** Goes on once a factor was added without codes to show. */
export function useReturn(added: AddedFactor | undefined): void {
  const router = useRouter()
  useEffect(() => {
    if (added && !added.codes) router.replace(added.nextHref, { scroll: false })
  }, [added, router])
}
