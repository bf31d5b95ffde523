import type {StoredRecord} from '../../src/model/rule'
import type {RuleView} from '../../src/model/views'
import {ask, readLibrary} from '../browser/ask'
import {launchWithExtension, type LaunchedExtension} from '../browser/browser'
import {fillLibrary} from '../browser/pages/fill-library'
import {median} from './measure'
import {firstRows, traceOpening} from './opening'

/** An extension page that shows nothing. */
export const blankPage = 'delay-page.html'

/** Milliseconds of work until the first frame of a blank page on the reference machine. */
const referenceWork = 15
const openings = 7

/** How many times slower this machine is than the reference machine. */
async function measurePace(app: LaunchedExtension): Promise<number> {
  const works: number[] = []
  for (let round = 0; round < openings; round++)
    works.push((await traceOpening(app, blankPage, 'body')).workUntil(firstRows))
  return median(works) / referenceWork
}

export type BenchBrowser = {
  readonly app: LaunchedExtension
  readonly pace: number
  /** Stores these rules and returns them with their number in words. */
  setRules(records: readonly StoredRecord[]): Promise<{readonly rules: readonly RuleView[]; readonly size: string}>
}

/** Runs `act` in a browser with the extension and closes the browser afterwards. */
export async function withBenchBrowser<Result>(act: (place: BenchBrowser) => Promise<Result>): Promise<Result> {
  const app = await launchWithExtension()
  const quiet = await app.open(blankPage)
  await readLibrary(quiet)
  const pace = await measurePace(app)
  try {
    return await act({
      app,
      pace,
      async setRules(records) {
        await fillLibrary(quiet, {groups: [], rules: [...records], trash: [], paused: false})
        const {rules} = await readLibrary(quiet)
        // This is answered once all rules are in force, so nothing else is running.
        await ask(quiet, 'rules.switch', {ids: rules.slice(0, 1).map(({id}) => id), on: true})
        return {rules, size: `${rules.length.toLocaleString('en')} rule${rules.length === 1 ? '' : 's'}`}
      },
    })
  } finally {
    await app.close()
  }
}
