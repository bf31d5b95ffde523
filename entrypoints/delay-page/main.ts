import type {PagePlan} from '../../src/model/page-rules'
import {leadsBy, readDetour, onwardFrom} from '../../src/page/delay-page/detour'
import {goHere, goInTab, keptPlan, rulesOf, sayApplied} from '../../src/browser/shared/delay-page-port'
import {delayPageTexts} from '../../src/locales/delay-page'

const isFrame = parent !== window

function say(text: string): void {
  // In a frame nothing else closes what was opened below.
  document.close()
  document.title = text
  const shown = document.createElement('p')
  shown.textContent = text
  document.body.replaceChildren(shown)
}

async function goOn(): Promise<void> {
  const detour = readDetour(location.href)
  if (detour === null) return say(delayPageTexts('nothing'))
  const [led, kept] = await Promise.all([rulesOf(detour.id), keptPlan().catch(() => undefined)])
  if (!led.some(leadsBy(detour))) return say(delayPageTexts('nothing'))
  const plan = kept === undefined ? null : (JSON.parse(kept) as PagePlan)
  const {ancestorOrigins} = location
  const top = ancestorOrigins[ancestorOrigins.length - 1] ?? ''
  const place = {isFrame, pageHost: URL.canParse(top) ? new URL(top).hostname : ''}
  const {wait, url, rules} = onwardFrom(detour, plan, place)
  sayApplied({rules, url: detour.url, to: url ?? undefined, led: detour.wait > 0 ? detour.id : undefined, isFrame})
  if (url === null) return say(delayPageTexts('stopped'))
  // Replaced, so that Back leads to where one came from and not into the wait again.
  setTimeout(() => (isFrame ? goHere(url) : void goInTab(url)), wait)
}

// In a sandboxed frame with scripts nothing of the extension is there, and what is opened from it would be sent here again.
if (origin !== 'null') {
  // A document that is open for writing is not loaded: the page around the frame waits for what comes after it, and hears of one load.
  if (isFrame) document.open()
  else document.body.replaceChildren()
  void goOn()
}
