import type {PagePlan} from '../../src/model/page-rules'
import {leadsBy, readDetour, onwardFrom} from '../../src/page/delay-page/detour'
import {goHere, goInTab, keptPlan, rulesOf, sayApplied} from '../../src/browser/shared/delay-page-port'
import {waitWords} from '../../src/ui/words'

const isFrame = parent !== window

function say(text: string): void {
  // In a frame, this closes the document opened below.
  document.close()
  document.title = text
  const shown = document.createElement('p')
  shown.textContent = text
  document.body.replaceChildren(shown)
}

async function goOn(): Promise<void> {
  const detour = readDetour(location.href)
  if (detour === null) return say(waitWords.nothing)
  const [led, kept] = await Promise.all([rulesOf(detour.id), keptPlan().catch(() => undefined)])
  if (!led.some(leadsBy(detour))) return say(waitWords.nothing)
  const plan = kept === undefined ? null : (JSON.parse(kept) as PagePlan)
  const {ancestorOrigins} = location
  const top = ancestorOrigins[ancestorOrigins.length - 1] ?? ''
  const place = {isFrame, pageHost: URL.canParse(top) ? new URL(top).hostname : ''}
  const {wait, url, rules} = onwardFrom(detour, plan, place)
  sayApplied({rules, url: detour.url, to: url ?? undefined, led: detour.wait > 0 ? detour.id : undefined, isFrame})
  if (url === null) return say(waitWords.stopped)
  // Replaces this page, so that Back skips it.
  setTimeout(() => (isFrame ? goHere(url) : void goInTab(url)), wait)
}

// A sandboxed frame has no extension API, and its navigations would return to this page.
if (origin !== 'null') {
  // An open document delays the load event of the page around the frame until the target loads.
  if (isFrame) document.open()
  else document.body.replaceChildren()
  void goOn()
}
