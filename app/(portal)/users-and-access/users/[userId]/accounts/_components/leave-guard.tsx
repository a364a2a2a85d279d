'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'

type Props = Readonly<{ name: string; added: number; removed: number; discard: () => void }>

/** Warns before unsaved changes are lost through a link on this page or by leaving the site. */
export function LeaveGuard({ name, added, removed, discard }: Props) {
  const t = useTranslations('usersAndAccess.accounts.leave')
  const router = useRouter()
  const [target, setTarget] = useState<string>()
  const unsaved = added + removed > 0
  useEffect(() => {
    if (!unsaved) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    function askBeforeLink(event: MouseEvent) {
      const href = findLeavingLink(event)
      if (href === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(href)
    }
    window.addEventListener('beforeunload', askBeforeUnload)
    // In the capture phase, before the router's listener.
    document.addEventListener('click', askBeforeLink, true)
    return () => {
      window.removeEventListener('beforeunload', askBeforeUnload)
      document.removeEventListener('click', askBeforeLink, true)
    }
  }, [unsaved])

  if (target === undefined) return null
  function leave() {
    discard()
    router.push(target ?? '/')
  }
  return (
    <Dialog title={t('title')} onClose={() => setTarget(undefined)}>
      <p>{t('why', { name, added, removed })}</p>
      <FormActions>
        <Button variant="primary" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
          {t('stay')}
        </Button>
        <Button variant="danger" onClick={leave}>
          {t('leave')}
        </Button>
      </FormActions>
    </Dialog>
  )
}

/** The link of a plain click to another portal page. For other navigation the browser asks. */
function findLeavingLink(event: MouseEvent): string | undefined {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (modified || !link || link.target === '_blank') return undefined
  const stays = link.origin !== location.origin || link.pathname === location.pathname
  return stays ? undefined : link.href.slice(location.origin.length)
}
