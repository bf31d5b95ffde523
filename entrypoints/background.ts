import {defineBackground} from 'wxt/utils/define-background'
import {createAnswers} from '../src/engine/answers'
import {createEngine} from '../src/engine/engine'
import {limitsOfChrome} from '../src/engine/limits'
import {browser} from '../src/platform/worker-browser'
import {createBrowserRules} from '../src/platform/browser-rules'
import {announceChange, serveMessages} from '../src/platform/messages'
import {countOnBadge, showPaused} from '../src/platform/toolbar'
import {openLibrary} from '../src/service/library'

async function start() {
  const library = await openLibrary({
    now: () => Date.now(),
    suffix: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16),
  })
  const engine = createEngine({library, browser: createBrowserRules(), limits: limitsOfChrome})
  const announce = () => {
    announceChange()
    void library.snapshot().then(({paused}) => showPaused(paused))
  }
  return {library, engine, announce, answers: createAnswers({library, engine, life: crypto.randomUUID(), announce})}
}

export default defineBackground(() => {
  // Imported once here, the script may be fetched again in any later life of the worker; see wxt.config.ts.
  addEventListener('install', () => importScripts('/extras.js'))
  const started = start()
  serveMessages(started.then(({answers}) => answers))
  const restart = async () => {
    const {library, engine} = await started
    await library.expire()
    await engine.restart()
    await Promise.all([countOnBadge(), showPaused((await library.snapshot()).paused)])
  }
  // Session rules are gone after a browser start; a new version may translate differently.
  browser.runtime.onStartup.addListener(() => void restart())
  browser.runtime.onInstalled.addListener(() => void restart())
  // The only command that is heard here: Chrome opens the popup by itself.
  browser.commands.onCommand.addListener(
    () =>
      void started.then(async ({library, answers}) =>
        answers['rules.pause']({paused: !(await library.snapshot()).paused}),
      ),
  )
  const resume = async () => {
    const {engine, announce} = await started
    // A page may still show what held before the worker died.
    if (await engine.resume()) announce()
  }
  void resume()
})
