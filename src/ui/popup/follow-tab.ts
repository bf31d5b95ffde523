import type {Signal} from '@preact/signals'
import type {Applied} from '../state/applied'
import {pageOf} from './here'
import type {PageTiming, PopupSurface} from './surface'

/** The page of the tab. `timing`: null where no script may read it. */
export type Page = {
  readonly id: number | undefined
  readonly url: URL | null | undefined
  readonly timing: PageTiming | null
}

type Needs = {
  readonly page: Signal<Page | null>
  readonly applied: Pick<Applied, 'look'>
  readonly surface: Pick<PopupSurface, 'onNavigated' | 'readTiming'>
}

const withoutHash = ({url}: Pick<Page, 'url'>): string | undefined => url?.href.replace(/#.*/, '')

/** While the popup is open its tab may go elsewhere: Chrome is asked first what rules did there, so that no row is of the page before. */
export function followTab({page, applied, surface}: Needs): () => void {
  let turn = 0
  return surface.onNavigated(async (id, address, isLoaded) => {
    if (page.peek()?.id !== id) return
    const mine = ++turn
    const timing = await surface.readTiming(id).catch(() => null)
    const next = {id, url: pageOf(address), timing}
    const before = page.peek()
    if (mine !== turn || !before) return
    const isSameUrl = withoutHash(before) === withoutHash(next)
    const isSamePage = timing ? timing.openedAt === before.timing?.openedAt : before.timing === null && isSameUrl
    if (isSamePage && isSameUrl && !(isLoaded && timing)) return
    if (!isSamePage) await applied.look()
    if (mine === turn) page.value = next
  })
}
